import { type Figure, median, valueText, verdictOf, wantedText } from "./figure.ts";

/** What was measured in each round, its median, and what is asked of it. */
export function figureTable(figures: readonly Figure[]): string[] {
  const lines = figures.map((figure) => {
    const { title, unit, rounds } = figure;
    const values = [...rounds, median(rounds)].map((value) => valueText(value, unit));
    return [unit === "ratio" ? title : `${title}, ${unit}`, ...values, wantedText(figure), verdictOf(figure) ?? ""];
  });
  const count = Math.max(...figures.map(({ rounds }) => rounds.length));
  return table(["by round", ...numbers(count), "median", "wanted", ""], lines);
}

const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(i + 1));

function table(head: readonly string[], lines: readonly (readonly string[])[]): string[] {
  const widths = head.map((title, i) => Math.max(title.length, ...lines.map((line) => (line[i] ?? "").length)));
  const format = (line: readonly string[]) =>
    `| ${line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(" | ")} |`;
  const rule = `|${widths.map((width, i) => (i === 0 ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`)).join("|")}|`;
  return [format(head), rule, ...lines.map(format)];
}
