import pg from "pg";
import { describe, expect, it } from "vitest";
import { machineClock } from "../machine/clock.ts";
import type { BatchedFunction } from "./batch.ts";
import { microBatch } from "./micro-batch.ts";

type Item = { readonly text?: string };

const fn: BatchedFunction<Item, string> = {
  name: "probe.many",
  columns: {
    usual: ["text", ({ text }) => text],
    rare: ["text", ({ text }) => text, "rare"],
  },
  decode: (row) => row["text"] as string,
};

describe("a batch", () => {
  it.each<[Item[], unknown[]]>([
    [
      [{}, {}],
      ["{NULL,NULL}", null],
    ],
    [
      [{}, { text: "a" }],
      ['{NULL,"a"}', '{NULL,"a"}'],
    ],
  ])("of %j sends a rare column only when an item has something for it", async (items, sent) => {
    const calls: (readonly unknown[])[] = [];
    const connection = async () => ({
      close: async () => undefined,
      query: async ({ values }: { values: readonly unknown[] }) => {
        calls.push(values.slice(1));
        return items.map(({ text }, i) => ({ i: i + 1, text: text ?? "none" }));
      },
    });
    const batch = microBatch({ db: { connection }, clock: machineClock });
    const answers = await Promise.all(items.map((item) => batch(fn, item)));
    expect(calls).toEqual([sent]);
    expect(answers).toEqual(items.map(({ text }) => text ?? "none"));
  });

  it.each([
    ["57P01", "outcome_unknown"], // admin_shutdown: may come after the commit
    ["57P02", "outcome_unknown"],
    ["25006", "unavailable"], // read_only_sql_transaction
    ["40P01", "unavailable"],
  ])("that the database refuses with %s until patience ends is %s", async (code, expected) => {
    const failure = new pg.DatabaseError("no", 2, "error");
    failure.code = code;
    const connection = async () => ({
      close: async () => undefined,
      query: async () => {
        throw failure;
      },
    });
    let time = 0;
    const clock = { now: () => new Date(0), turn: machineClock.turn, sleep: async () => undefined };
    const hurried = { ...clock, monotonicMs: () => (time += 60_000) };
    await expect(microBatch({ db: { connection }, clock: hurried })(fn, {})).rejects.toMatchObject({ code: expected });
  });
});
