import type { Column, ColumnType, ColumnValue } from "./batch.ts";

/**
 * An array in PostgreSQL's binary form (its source, `array_recv` and the `…recv` of each type). The database reads it in
 * a third of the time that the text takes, and writing it takes us no longer.
 *
 * @throws {RangeError} for a number beyond its type. @throws {Error} for what is no UUID, or not whole bytes.
 */
export function arrayLiteral<Input>([type, of]: Column<Input>, inputs: readonly Input[]): Uint8Array {
  const { oid, sizeMax, write } = FORMATS[type] as Format<ColumnValue>;
  const values = inputs.map(of);
  let size = HEADER_BYTES;
  for (const value of values) size += LENGTH_BYTES + (value === undefined ? 0 : sizeMax(value));
  const bytes = Buffer.allocUnsafe(size);
  const view = new DataView(bytes.buffer, bytes.byteOffset, size);
  const to = { bytes, view };

  let end = HEADER_BYTES;
  let hasNull = 0;
  for (const value of values) {
    const start = end + LENGTH_BYTES;
    if (value === undefined) {
      hasNull = 1;
      view.setInt32(end, NULL);
      end = start;
    } else {
      const length = write(to, start, value);
      view.setInt32(end, length);
      end = start + length;
    }
  }

  const dimensions = values.length === 0 ? 0 : 1;
  const header = [dimensions, hasNull, oid, values.length, FIRST_INDEX];
  for (const [i, field] of header.entries()) view.setInt32(4 * i, field);
  return bytes.subarray(0, dimensions === 0 ? EMPTY_BYTES : end);
}

const HEADER_BYTES = 20;
const EMPTY_BYTES = 12;
const FIRST_INDEX = 1;
const LENGTH_BYTES = 4;
const NULL = -1;

type Target = { readonly bytes: Buffer; readonly view: DataView };

type Format<Value> = {
  /** The type's number in `pg_type`; it is the same in every PostgreSQL. */
  readonly oid: number;
  readonly sizeMax: (value: Value) => number;
  /** Writes the value from byte `at` and tells how many bytes it took. */
  readonly write: (to: Target, at: number, value: Value) => number;
};

const FORMATS = {
  uuid: { oid: 2950, sizeMax: () => 16, write: writeUuid },
  text: {
    oid: 25,
    sizeMax: (text: string) => 3 * text.length,
    write: ({ bytes }, at, text: string) => bytes.write(text, at),
  },
  bytea: { oid: 17, sizeMax: (value: Uint8Array | string) => value.length, write: writeBytea },
  bigint: { oid: 20, sizeMax: () => 8, write: writeBigint },
  int: { oid: 23, sizeMax: () => 4, write: ({ bytes }, at, value: number) => bytes.writeInt32BE(value, at) - at },
  smallint: { oid: 21, sizeMax: () => 2, write: ({ bytes }, at, value: number) => bytes.writeInt16BE(value, at) - at },
  boolean: {
    oid: 16,
    sizeMax: () => 1,
    write: ({ bytes }, at, value: boolean) => bytes.writeInt8(value ? 1 : 0, at) - at,
  },
  timestamptz: { oid: 1184, sizeMax: () => 8, write: writeDate },
} satisfies Record<ColumnType, Format<never>>;

/** By character code: the value of a hexadecimal digit, -1 for what is none. */
const DIGITS = new Int8Array(0x10000).fill(-1);
for (const digit of "0123456789abcdefABCDEF") DIGITS[digit.charCodeAt(0)] = Number.parseInt(digit, 16);

const UUID_LENGTH = 36;
const DASH = 45;

function writeUuid({ bytes }: Target, at: number, uuid: string): number {
  let end = at;
  let seen = 0;
  for (let i = 0; i < UUID_LENGTH; i += 2) {
    if (i === 8 || i === 13 || i === 18 || i === 23) seen |= uuid.charCodeAt(i++) === DASH ? 0 : -1;
    const byte = ((DIGITS[uuid.charCodeAt(i)] as number) << 4) | (DIGITS[uuid.charCodeAt(i + 1)] as number);
    seen |= byte; // negative once one is
    bytes[end++] = byte;
  }
  if (seen < 0 || uuid.length !== UUID_LENGTH) throw new Error(`not a UUID: ${uuid}`);
  return end - at;
}

function writeBytea({ bytes }: Target, at: number, value: Uint8Array | string): number {
  if (typeof value !== "string") {
    bytes.set(value, at);
    return value.length;
  }
  const length = bytes.write(value, at, "hex");
  if (2 * length !== value.length) throw new Error(`not the hexadecimal digits of whole bytes: ${value}`);
  return length;
}

function writeBigint({ view }: Target, at: number, value: bigint): number {
  if (BigInt.asIntN(64, value) !== value) throw new RangeError(`${value} does not fit into 64 bits`);
  view.setBigInt64(at, value);
  return 8;
}

/** 1 January 2000: PostgreSQL counts microseconds from there. */
const EPOCH_MS = Date.UTC(2000, 0, 1);

function writeDate(to: Target, at: number, date: Date): number {
  return writeBigint(to, at, BigInt(date.getTime() - EPOCH_MS) * 1000n);
}
