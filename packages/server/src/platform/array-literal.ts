import type { ColumnType, ColumnValue } from "./batch.ts";

/**
 * The text form of a PostgreSQL array (PostgreSQL manual, "Array Input and Output Syntax"). The driver's own is made for
 * any value and was the dearest part of a batch; here the column's type says how a value is written.
 */
export function arrayLiteral(type: ColumnType, values: readonly ColumnValue[]): string {
  const write = WRITERS[type] as (value: ColumnValue) => string;
  let text = "{";
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i];
    if (i > 0) text += ",";
    text += value === undefined ? "NULL" : write(value);
  }
  return `${text}}`;
}

const plain = (value: bigint | number): string => String(value);
const quoted = (value: string): string => `"${SPECIAL.test(value) ? value.replace(EACH_SPECIAL, "\\$&") : value}"`;

const SPECIAL = /["\\]/;
const EACH_SPECIAL = /["\\]/g;

const hexOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");

/** Everything but numbers stands in quotes, so that no value can end its element or pass for NULL. */
const WRITERS: Readonly<Record<ColumnType, (value: never) => string>> = {
  bigint: plain,
  int: plain,
  smallint: plain,
  text: quoted,
  uuid: quoted,
  boolean: (value: boolean) => (value ? "t" : "f"),
  timestamptz: (value: Date) => `"${value.toISOString()}"`,
  bytea: (value: Uint8Array | string) => quoted(`\\x${typeof value === "string" ? value : hexOf(value)}`),
};
