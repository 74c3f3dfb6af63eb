/** What commands print. Results go to standard output, everything else to standard error. */

/** A row of a table; `undefined` is shown as "-". */
export type Row = Readonly<Record<string, string | undefined>>;

/** Of commands that can also print for programs. */
export const JSON_OPTION = ["--json", "print JSON"] as const;
export type Json = { readonly json?: true };

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** For programs: amounts as decimal strings, times as ISO 8601. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, (_key, item) => (typeof item === "bigint" ? item.toString() : item), 2));
}

/** The rows under one another, columns as wide as they must be. `nothing` is said when there are none. */
export function printTable(rows: readonly Row[], nothing: string): void {
  const [first] = rows;
  if (first === undefined) {
    print(nothing);
    return;
  }
  const columns = Object.keys(first);
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? "-"))];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  for (const line of lines)
    print(
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}

/** What is no result: to standard error. */
export function printProgress(text: string): void {
  process.stderr.write(`${text}\n`);
}

export function printProblem(message: string, advice: string): void {
  process.stderr.write(`${message}\n${advice}\n`);
}
