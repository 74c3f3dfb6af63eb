/** An error as gRPC has it. The gateway makes a status of HTTP of its code. */
export class RpcError extends Error {
  readonly code: 2 | 3 | 5 | 6 | 12;

  constructor(code: RpcError["code"], message: string) {
    super(message);
    this.name = "RpcError";
    this.code = code;
  }
}

/** What LND takes in a field of a request. */
export type Kind =
  | "string"
  | "int"
  | "double"
  | "bool"
  | "bytes"
  | "enum"
  | { readonly map: Kind }
  | { readonly list: Kind }
  | Shape;

/** The fields of a message. */
export type Shape = { readonly fields: Readonly<Record<string, Kind>> };

/** A request as it was read: numbers are `bigint`, bytes are a `Buffer`. What was left out is not there. */
export type Fields = Readonly<Record<string, unknown>>;

const WORD = /^[+-]?[0-9]+$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Reads a body. @throws {RpcError} with code 3 for what is no JSON, an unknown field and a wrong type. */
export function readBody(shape: Shape, text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RpcError(3, "unexpected EOF");
  }
  return readMessage(shape, value);
}

/**
 * Reads fields out of a query or a path, where all is text: `outputs[address]=5` is a map. LND ignores names in a query
 * that it does not know; this refuses them, so that a misspelt one is found.
 * @throws {RpcError} with code 3.
 */
export function readTexts(shape: Shape, texts: Iterable<readonly [string, string]>): Fields {
  const fields: Record<string, unknown> = {};
  for (const [key, text] of texts) {
    const [, name = key, entry] = /^(\w+)\[([^\]]+)\]$/.exec(key) ?? [];
    const kind = shape.fields[name];
    if (kind === undefined) throw new RpcError(3, `unknown field "${name}" in the query`);
    if (typeof kind === "object" && "map" in kind && entry !== undefined)
      fields[name] = { ...(fields[name] as Fields | undefined), [entry]: readText(kind.map, entry, text) };
    else if (typeof kind === "object" && "list" in kind)
      fields[name] = [...((fields[name] as readonly unknown[] | undefined) ?? []), readText(kind.list, name, text)];
    else fields[name] = readText(kind, name, text);
  }
  return fields;
}

function readText(kind: Kind, name: string, text: string): unknown {
  if (kind === "bytes") return padded(name, text);
  if (kind === "bool") return readValue(kind, name, text === "true" ? true : text === "false" ? false : text);
  return readValue(kind, name, text);
}

/** Bytes in a path or a query are base64 of either alphabet, and always padded. */
function padded(name: string, text: string): Buffer {
  const standard = text.replaceAll("-", "+").replaceAll("_", "/");
  if (BASE64.test(standard)) return Buffer.from(standard, "base64");
  const at = text.length - (text.length % 4);
  throw new RpcError(3, `type mismatch, parameter: ${name}, error: illegal base64 data at input byte ${at}`);
}

function readMessage({ fields: known }: Shape, value: unknown): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new RpcError(3, `proto: syntax error (line 1:1): unexpected token ${JSON.stringify(value)}`);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null)
      .map(([name, field]) => {
        const kind = known[name];
        if (kind === undefined) throw new RpcError(3, `proto: (line 1:2): unknown field "${name}"`);
        return [name, readValue(kind, name, field)];
      }),
  );
}

function readValue(kind: Kind, name: string, value: unknown): unknown {
  const wrong = () => new RpcError(3, `proto: (line 1:2): invalid value for ${name}: ${JSON.stringify(value)}`);
  if (typeof kind === "object" && "fields" in kind) return readMessage(kind, value);
  if (typeof kind === "object" && "list" in kind) {
    if (!Array.isArray(value)) throw wrong();
    return value.map((one) => readValue(kind.list, name, one));
  }
  if (typeof kind === "object") {
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong();
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, readValue(kind.map, key, one)]));
  }
  switch (kind) {
    case "string":
      if (typeof value !== "string") throw wrong();
      return value;
    case "bool":
      if (typeof value !== "boolean") throw wrong();
      return value;
    case "double":
      if (typeof value !== "number") throw wrong();
      return value;
    case "enum":
      if (typeof value !== "string" && typeof value !== "number") throw wrong();
      return String(value);
    case "int":
      // A number that JavaScript has rounded is another one than was meant.
      if (typeof value === "string" ? !WORD.test(value) : !Number.isSafeInteger(value)) throw wrong();
      return BigInt(value as string | number);
    case "bytes":
      if (typeof value !== "string" || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(value)) throw wrong();
      return Buffer.from(value.replaceAll("-", "+").replaceAll("_", "/"), "base64");
  }
}
