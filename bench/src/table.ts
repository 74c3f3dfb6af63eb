import type { Rate, Rounds, Row } from "./contender.ts";
import type { Figure } from "./figure.ts";

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1 + (sorted.length % 2)], sorted[middle]];
  return (low + high) / 2;
}

/** What each contender did in each round, a second. */
export function speedTable(rounds: Rounds): string[] {
  const lines = [...rounds].map(([name, rates]) => {
    const speeds = rates.map(({ perSecond }) => perSecond);
    return [name, ...speeds.map(whole), whole(median(speeds)), latencyOf(rates)];
  });
  const count = Math.max(...[...rounds.values()].map((rates) => rates.length));
  return table(["a second, by round", ...numbers(count), "median", "p50 / p99 ms"], lines);
}

/** The ratios of each round, their median, and what is asked of it. */
export function ratioTable(rows: readonly Row[], rounds: Rounds): string[] {
  const lines = rows.map(({ title, of, to, floor, goal }) => {
    const ratios = ratiosOf(of.name, to.name, rounds);
    return [title, ...ratios.map(hundredths), hundredths(median(ratios)), ...goalVerdict(median(ratios), floor, goal)];
  });
  const count = Math.max(...[...rounds.values()].map((rates) => rates.length));
  return table(["ratio, by round", ...numbers(count), "median", "wanted", ""], lines);
}

/** What was measured in each round, its median, and what is asked of it. */
export function figureTable(figures: readonly Figure[]): string[] {
  const lines = figures.map(({ title, rounds, wanted }) => {
    const middle = median(rounds);
    return [title, ...rounds.map(threeDigits), threeDigits(middle), ...verdict(middle, wanted)];
  });
  const count = Math.max(...figures.map(({ rounds }) => rounds.length));
  return table(["by round", ...numbers(count), "median", "wanted", ""], lines);
}

function goalVerdict(value: number, floor: Row["floor"], goal: Row["goal"]): [wanted: string, reached: string] {
  if (goal === undefined) return ["", ""];
  const wanted = floor === undefined ? `${goal}` : `${floor} (goal ${goal})`;
  return [wanted, value >= goal ? "goal" : value >= (floor ?? goal) ? "floor" : "MISSED"];
}

function verdict(value: number, wanted: Figure["wanted"]): [wanted: string, reached: string] {
  if (wanted === undefined) return ["", ""];
  if ("atMost" in wanted) return [`at most ${wanted.atMost}`, value <= wanted.atMost ? "reached" : "MISSED"];
  return [`at least ${wanted.atLeast}`, value >= wanted.atLeast ? "reached" : "MISSED"];
}

/** Each round's own ratio: what disturbs the machine for a minute disturbs both sides of it. */
export function ratiosOf(of: string, to: string, rounds: Rounds): number[] {
  const below = rounds.get(to) ?? [];
  return (rounds.get(of) ?? []).map((rate, i) => rate.perSecond / (below[i]?.perSecond ?? Number.NaN));
}

function latencyOf(rates: readonly Rate[]): string {
  const known = rates.flatMap(({ latency }) => latency ?? []);
  if (known.length === 0) return "";
  const of = (key: "p50Ms" | "p99Ms") => median(known.map((one) => one[key])).toFixed(1);
  return `${of("p50Ms")} / ${of("p99Ms")}`;
}

const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(i + 1));
const whole = (value: number) => Math.round(value).toLocaleString("en");
const threeDigits = (value: number) => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));
const hundredths = (value: number) => value.toFixed(2);

function table(head: readonly string[], lines: readonly (readonly string[])[]): string[] {
  const widths = head.map((title, i) => Math.max(title.length, ...lines.map((line) => (line[i] ?? "").length)));
  const format = (line: readonly string[]) =>
    `| ${line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(" | ")} |`;
  const rule = `|${widths.map((width, i) => (i === 0 ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`)).join("|")}|`;
  return [format(head), rule, ...lines.map(format)];
}
