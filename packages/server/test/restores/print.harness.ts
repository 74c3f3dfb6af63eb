import { allRows } from "./judge.harness.ts";
import { REQUIRED } from "./required.harness.ts";

/** `npm run restores`: the table of what a restore does in every pair of states. */
const rows = allRows();
const cells = rows.map(({ paid, captured, refunded, byHand, ...row }) => [
  ...Object.values(row),
  `paid ${paid}, captured ${captured}, given back ${refunded}${byHand ? ", by the operator" : ""}`,
]);
const head = ["flow", "in the copy", "reached since", "journal", "noticed by", "waits", "command", "end", "in all"];
const widths = head.map((title, at) => Math.max(title.length, ...cells.map((row) => row[at]?.length ?? 0)));
const lines = [head, ...cells].map((row) =>
  row
    .map((cell, at) => cell.padEnd(widths[at] ?? 0))
    .join("  ")
    .trimEnd(),
);
const pairs = new Set(rows.map(({ flow, copy, later }) => `${flow} ${copy} ${later}`)).size;
const byOperator = rows.filter(({ byHand }) => byHand).length;
const wrong = rows.filter(({ paid, refunded }) => paid > 1 || refunded > 1 || (paid > 0 && refunded > 0)).length;
lines.push(`${pairs} pairs, ${rows.length} rows, ${byOperator} decided by the operator, ${wrong} paid twice or both`);
lines.push("", "Beside the pairs, each proved by a test on a real database:");
for (const { row, file, test } of REQUIRED) lines.push(`${row}: ${file}, "${test}"`);
process.stdout.write(`${lines.join("\n")}\n`);
