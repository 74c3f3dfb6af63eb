import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { median } from "../bench/src/figure.ts";
import {
  type Entry,
  historyTable,
  ROUNDS_MIN,
  readEntries,
  readmeEntries,
  readmeTable,
  tableIn,
} from "../bench/src/figures-file.ts";
import { ROOT } from "./repository.ts";

/** What README shows was measured at commits that are at most so far apart. */
const DAYS_APART_MAX = 14;
const DAY_MS = 86_400_000;

describe("the figures of the benchmark", () => {
  const entries = readEntries();
  let readme = "";
  let history = "";

  beforeAll(async () => {
    readme = await readFile(join(ROOT, "README.md"), "utf8");
    history = await readFile(join(ROOT, "bench/history.md"), "utf8");
  });

  it("stand in README as bench/figures.json has them", () => {
    const [table = ""] = /\| \| Measured \|\n(?:\|.*\n)+/.exec(readme) ?? [];
    expect(table.trim()).toBe(readmeTable(entries));
  });

  it("stand in bench/history.md as bench/figures.json has them", () => {
    expect(tableIn(history)).toBe(historyTable(entries));
  });

  it("are medians of enough rounds", () => {
    const few = entries.filter(({ rounds, value }) => rounds.length < ROUNDS_MIN || value !== median(rounds));
    expect(few.map(({ title }) => title)).toEqual([]);
  });

  it("say where they come from", () => {
    const isWhole = ({ date, commit, committed, machine }: Entry) =>
      /^\d{4}-\d\d-\d\d$/.test(date) && /^[0-9a-f]{7,40}$/.test(commit) && Date.parse(committed) > 0 && machine !== "";
    expect(entries.filter((entry) => !isWhole(entry)).map(({ title }) => title)).toEqual([]);
  });

  it("are as old as each other in README", () => {
    const times = readmeEntries(entries).map(({ committed }) => Date.parse(committed));
    expect((Math.max(...times) - Math.min(...times)) / DAY_MS).toBeLessThanOrEqual(DAYS_APART_MAX);
  });
});
