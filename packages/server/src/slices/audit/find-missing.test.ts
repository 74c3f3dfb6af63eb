import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { findMissing, type Recorded, type TwoLists } from "./find-missing.ts";
import { listTally, partOf } from "./list-tally.ts";

const hashOf = (i: number) => createHash("sha256").update(String(i)).digest();
const recorded = (i: number): Recorded => ({ id: `p${i}`, paymentHash: hashOf(i) });

/** Two lists of numbers as pages, and how often they were read. */
function given(ours: readonly number[], listed: readonly number[], page = 7) {
  const reads = { ours: 0, listed: 0 };
  async function* pages<Item>(items: readonly number[], make: (i: number) => Item) {
    for (let i = 0; i < items.length; i += page) yield items.slice(i, i + page).map(make);
  }
  const lists: TwoLists = {
    ours: () => {
      reads.ours++;
      return pages(ours, recorded);
    },
    listed: () => {
      reads.listed++;
      return pages(listed, hashOf);
    },
  };
  return { lists, reads };
}
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

describe("what is recorded and not listed", () => {
  it("is nothing where both lists are the same, in whatever order, and each is read once", async () => {
    const { lists, reads } = given(numbers(5_000), numbers(5_000).toReversed());
    expect(await findMissing(lists, 20)).toEqual([]);
    expect(reads).toEqual({ ours: 1, listed: 1 });
  });

  it("is found wherever it lies, with few rows at a time and with many", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat(3_000), { maxLength: 300 }),
        fc.func(fc.constantFrom(0, 1, 1, 1, 2)),
        fc.constantFrom(0, 10, 100_000),
        async (ours, timesListed, together) => {
          const listed = ours.flatMap((i) => Array.from({ length: timesListed(i) }, () => i));
          const missing = ours.filter((i) => !listed.includes(i)).map((i) => `p${i}`);
          const found = await findMissing(given(ours, listed).lists, 1_000, together);
          expect(found.toSorted()).toEqual(missing.toSorted());
        },
      ),
      { numRuns: inject("runs") * 20 },
    );
  });

  it("is found where the node lists another one twice", async () => {
    const [one, twin] = twins();
    expect(await findMissing(given([one, twin], [one, one]).lists, 20)).toEqual([`p${twin}`]);
  });

  it("is no more than asked for, without reading the lists to the end", async () => {
    const { lists, reads } = given(numbers(2_000), []);
    expect(await findMissing(lists, 20, 30)).toHaveLength(20);
    expect(reads.ours).toBeLessThan(5);
  });

  it("is not what was completed while the node's list was read", async () => {
    expect(await findMissing(given([1, 2], [1, 2, 3]).lists, 20)).toEqual([]);
  });
});

describe("the tally of two lists", () => {
  it("names the parts that differ", () => {
    const tally = listTally();
    for (const i of numbers(1_000)) tally.count(hashOf(i), 1);
    for (const i of numbers(1_000)) if (i !== 7 && i !== 400) tally.count(hashOf(i), -1);
    expect(tally.differing()).toEqual([7, 400].map((i) => partOf(hashOf(i))).toSorted((a, b) => a - b));
  });
});

/** Two numbers whose hashes are in the same part. */
function twins(): readonly [number, number] {
  const seen = new Map<number, number>();
  for (let i = 0; ; i++) {
    const part = partOf(hashOf(i));
    const twin = seen.get(part);
    if (twin !== undefined) return [twin, i];
    seen.set(part, i);
  }
}
