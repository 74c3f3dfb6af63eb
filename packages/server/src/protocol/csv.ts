/** Lines of comma-separated values (RFC 4180), in UTF-8, with a header line. */

export const CSV_TYPE = "text/csv; charset=utf-8; header=present";

/**
 * Where a spreadsheet takes a cell for a formula, also by a wide form of the sign (OWASP, "CSV Injection"): at its
 * start, which may come after a semicolon and space. A cell that begins with a tab or a line break is none, but is
 * shown as text as well.
 */
const FORMULA = /^(?:[;\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/;
/** The same inside a text, for programs that take a semicolon, a tab or a line break for the end of a cell. */
const FORMULA_INSIDE = /(?<=[;\t\r\n][\s"]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** A text that others may have chosen: what might be a formula gets an apostrophe before it, and is shown as text. */
export function harmless(text: string): string {
  return `${FORMULA.test(text) ? "'" : ""}${text.replaceAll(FORMULA_INSIDE, "'")}`;
}

/** One line, with its end. The cells are written as they are: see `harmless`. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(",")}\r\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** What stands in a line of an item, by the names of the columns. */
export type Columns<Item> = Readonly<Record<string, (item: Item) => string | boolean | null | undefined>>;
