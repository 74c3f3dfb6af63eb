/** What a macaroon allows: a kind of permission (`offchain`, `read`), or one call (`uri`, its name). */
export type Op = { readonly entity: string; readonly action: string };

/** Of the binary form, version 2 (gopkg.in/macaroon.v2, `marshal-v2.go`). */
const VERSION = 2;
const LOCATION = 1;
const IDENTIFIER = 2;
/** Of the identifier (gopkg.in/macaroon-bakery.v2, `oven.go`), before a message of `macaroonpb/id.proto`. */
const IDENTIFIER_VERSION = 3;
const OPS = 3;
const ENTITY = 1;
const ACTIONS = 2;
/** Protocol buffers: a field with a length before it. */
const DELIMITED = 2;

/**
 * What stands in a macaroon, in clear text; caveats may take some of it back. Empty where its form is another one: then
 * only what is asked for by name is known.
 */
export function opsOf(macaroon: Uint8Array): readonly Op[] {
  try {
    const identifier = identifierOf(macaroon);
    if (identifier[0] !== IDENTIFIER_VERSION) return [];
    return fieldsOf(identifier.subarray(1))
      .filter(({ field }) => field === OPS)
      .flatMap(({ bytes }) => opsIn(fieldsOf(bytes)));
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function opsIn(fields: readonly Field[]): readonly Op[] {
  const entity = fields.find(({ field }) => field === ENTITY);
  if (entity === undefined) return [];
  const actions = fields.filter(({ field }) => field === ACTIONS);
  return actions.map(({ bytes }) => ({ entity: textOf(entity.bytes), action: textOf(bytes) }));
}

type Field = { readonly field: number; readonly bytes: Uint8Array };

/** Sections of packets: a kind, and what has its length before it. The first has the identifier. */
function identifierOf(macaroon: Uint8Array): Uint8Array {
  const reader = readerOf(macaroon);
  if (reader.number() !== VERSION) throw new RangeError("another version");
  for (let kind = reader.number(); ; kind = reader.number()) {
    const bytes = reader.take();
    if (kind === IDENTIFIER) return bytes;
    if (kind !== LOCATION) throw new RangeError("no identifier");
  }
}

function fieldsOf(message: Uint8Array): readonly Field[] {
  const reader = readerOf(message);
  const fields: Field[] = [];
  while (reader.hasMore()) {
    const tag = reader.number();
    if (tag % 8 !== DELIMITED) throw new RangeError("a field that is not in the definition");
    fields.push({ field: Math.floor(tag / 8), bytes: reader.take() });
  }
  return fields;
}

function readerOf(bytes: Uint8Array) {
  let at = 0;
  const number = () => {
    for (let [value, factor] = [0, 1]; factor < 2 ** 32; factor *= 128) {
      const byte = bytes[at++];
      if (byte === undefined) break;
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
    throw new RangeError("cut, or too long a number");
  };
  return {
    number,
    hasMore: () => at < bytes.length,
    take() {
      const length = number();
      if (length > bytes.length - at) throw new RangeError("cut");
      at += length;
      return bytes.subarray(at - length, at);
    },
  };
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("utf8");
}
