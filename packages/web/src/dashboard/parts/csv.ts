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
