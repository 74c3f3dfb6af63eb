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
});
