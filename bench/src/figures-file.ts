import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Figure, median, valueText, verdictOf, wantedText } from "./figure.ts";

/** A figure as bench/figures.json keeps it: with where it comes from. */
export type Entry = Figure & {
  /** The median of the rounds. */
  readonly value: number;
  /** The day on which it was measured. */
  readonly date: string;
  /** What was measured, and when that was committed. */
  readonly commit: string;
  readonly committed: string;
  /** Processor, number of cores, versions. */
  readonly machine: string;
};

export type Source = Pick<Entry, "date" | "commit" | "committed" | "machine">;

/** A median of fewer says little. */
export const ROUNDS_MIN = 5;

const ROOT = join(import.meta.dirname, "../..");
const FILE = join(ROOT, "bench/figures.json");
const HISTORY = join(ROOT, "bench/history.md");

export function readEntries(): readonly Entry[] {
  return JSON.parse(readFileSync(FILE, "utf8"));
}

/** Replaces the entries of these figures, and the table of all in bench/history.md. */
export function writeFigures(figures: readonly Figure[], source: Source): void {
  const entries = figures.map((figure) => ({ ...figure, value: median(figure.rounds), ...source }));
  const others = readEntries().filter(({ title }) => !figures.some((figure) => figure.title === title));
  const all = [...others, ...entries].toSorted((a, b) => a.title.localeCompare(b.title, "en"));
  writeFileSync(FILE, `[\n${all.map((entry) => JSON.stringify(entry)).join(",\n")}\n]\n`);
  writeFileSync(HISTORY, replaceTable(readFileSync(HISTORY, "utf8"), historyTable(all)));
}

/** Why these figures cannot be kept; undefined when they can. */
export function whyNotKept(rounds: number): string | undefined {
  if (rounds < ROUNDS_MIN) return `fewer than ${ROUNDS_MIN} rounds`;
  const isOwn = (line: string) => /bench\/(figures\.json|history\.md)$/.test(line);
  const changed = git("status", "--porcelain")
    .split("\n")
    .filter((line) => line !== "" && !isOwn(line));
  return changed.length === 0 ? undefined : "there are changes that are not committed";
}

/** The commit that is measured. */
export function measuredCommit(): Pick<Source, "commit" | "committed"> {
  const [commit = "", committed = ""] = git("log", "-1", "--format=%h %cI").trim().split(" ");
  return { commit, committed };
}

function git(...args: readonly string[]): string {
  return execFileSync("git", [...args], { cwd: ROOT, encoding: "utf8" });
}

const HEADING = "## The figures now\n";

/** The table below the heading. */
export function tableIn(history: string): string {
  const [, below = ""] = history.split(HEADING);
  return below.trim().split("\n\n")[0] ?? "";
}

function replaceTable(history: string, table: string): string {
  return history.replace(tableIn(history), () => table);
}

/** All figures as bench/history.md shows them. */
export function historyTable(entries: readonly Entry[]): string {
  const lines = entries.map((entry) => {
    const { title, unit, rounds, value, commit, date } = entry;
    const name = unit === "ratio" ? title : `${title}, ${unit}`;
    const values = rounds.map((round) => valueText(round, unit)).join(" ");
    const wanted = [wantedText(entry), verdictOf(entry)].filter(Boolean).join(": ");
    return `| ${name} | ${values} | ${valueText(value, unit)} | ${wanted} | ${commit}, ${date} |`;
  });
  return ["| | by round | median | wanted | commit |", "|---|---|---:|---|---|", ...lines].join("\n");
}

/** The rows of README's table and the figures in them. */
const README: readonly (readonly [row: string, title: string])[] = [
  ["First start, until a payment can be made", "first start"],
  ["The same of an installed release", "first start of an installed release"],
  ["Payment over Lightning through a router, one after another", "payment to the merchant, one after another"],
  ["The same with 20 in flight", "payments to the merchant, 20 in flight"],
  ["Payments inside the service over HTTP, each durable and in the chain of hashes", "payments over HTTP, uniform"],
  ["Memory of the server at rest", "memory of the server at rest"],
];

/** The rows of README's table, of the figures that were measured. */
function readmeRows(entries: readonly Entry[]): readonly { readonly row: string; readonly entry: Entry }[] {
  return README.flatMap(([row, title]) => {
    const entry = entries.find((one) => one.title === title);
    return entry === undefined ? [] : [{ row, entry }];
  });
}

/** The figures that README shows. */
export function readmeEntries(entries: readonly Entry[]): readonly Entry[] {
  return readmeRows(entries).map(({ entry }) => entry);
}

/** The table of README. */
export function readmeTable(entries: readonly Entry[]): string {
  const lines = readmeRows(entries).map(
    ({ row, entry: { value, unit } }) => `| ${row} | ${valueText(value, unit)} ${unit} |`,
  );
  return ["| | Measured |", "|---|---:|", ...lines].join("\n");
}
