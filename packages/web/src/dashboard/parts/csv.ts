/** Rows and cells of a CSV text (RFC 4180). Between cells is a comma, a semicolon or a tab, as in the first line. */
export function readCsv(text: string): readonly (readonly string[])[] {
  const plain = text.replace(/^\uFEFF/, "");
  const separator = separatorOf(plain.split(/[\r\n]/, 1)[0] ?? "");
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  const endRow = () => {
    row.push(cell);
    rows.push(row);
    row = [];
    cell = "";
  };
  for (let i = 0; i < plain.length; i++) {
    const sign = plain[i] as string;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (plain[i + 1] === '"') cell += plain[++i];
      else isQuoted = false;
    } else if (sign === '"' && cell === "") isQuoted = true;
    else if (sign === separator) {
      row.push(cell);
      cell = "";
    } else if (sign === "\n") endRow();
    else if (sign !== "\r") cell += sign;
  }
  if (cell !== "" || row.length > 0) endRow();
  return rows;
}

/** It would take all lines after it for one cell. */
export function hasOpenQuote(text: string): boolean {
  return text.split('"').length % 2 === 0;
}

export const OPEN_QUOTE = "A quotation mark is not closed.";

type Line = {
  readonly number: number;
  readonly wrong?: string | undefined;
  readonly odd?: string | undefined;
};

/** Of a file with many lines: so many are named. */
const NAMED_MAX = 10;

/** Which lines of a file are wrong; undefined: none. */
export function wrongLines(lines: readonly Line[]): string | undefined {
  const wrong = lines.filter((line) => line.wrong !== undefined);
  if (wrong.length === 0) return undefined;
  if (wrong.length === 1) return `Line ${numbersOf(wrong)} is wrong.`;
  return `${wrong.length} lines are wrong: ${numbersOf(wrong)}.`;
}

/** Which lines of a file look like a mistake and may be none; undefined: none. */
export function oddLines(lines: readonly Line[]): string | undefined {
  const odd = lines.filter((line) => line.odd !== undefined);
  if (odd.length === 0) return undefined;
  return `Look again at ${odd.length === 1 ? "line" : `${odd.length} lines:`} ${numbersOf(odd)}.`;
}

function numbersOf(lines: readonly Line[]): string {
  const [named, more] = [
    lines
      .slice(0, NAMED_MAX)
      .map(({ number }) => number)
      .join(", "),
    lines.length - NAMED_MAX,
  ];
  return more > 0 ? `${named} and ${more} more` : named;
}

function separatorOf(line: string): string {
  return [",", ";", "\t"].toSorted((a, b) => line.split(b).length - line.split(a).length)[0] ?? ",";
}

/** Where a spreadsheet takes a cell for a formula (OWASP, "CSV Injection"). */
const FORMULA = /^[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/** A text as CSV. What might be a formula gets an apostrophe before it, and is shown as text. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(",")}\r\n`).join("");
}

function isFormula(cell: string): boolean {
  return FORMULA.test(cell.replace(/^'+/, ""));
}

/** A cell that {@link writeCsv} wrote, as it was before. */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && isFormula(cell) ? cell.slice(1) : cell;
}

function cellText(cell: string): string {
  const harmless = isFormula(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
