import type { Column, ColumnType, ColumnValue } from "./batch.ts";

/**
 * The text form of a PostgreSQL array (PostgreSQL manual, "Array Input and Output Syntax"). The driver's own is made
 * for any value and was the most expensive part of a batch; the column's type says how a value is written.
 */
export function arrayLiteral<Input>([type, of]: Column<Input>, inputs: readonly Input[]): string {
  const write = WRITERS[type] as (value: ColumnValue) => string;
  let text = "{";
  let comma = "";
  for (const input of inputs) {
    const value = of(input);
    text += comma + (value === undefined ? "NULL" : write(value));
    comma = ",";
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
