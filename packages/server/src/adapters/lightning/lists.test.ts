import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { NodeUnavailable } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createList, type Listed } from "./lists.ts";

const random = machineRandom(machineClock);

const listed = (name: string, at: number): Listed<string> => ({ at, name, item: name });

/** A list that a node keeps: its newest item first, in pages of `size`. `between` happens before each page but one. */
function nodeWith(items: Listed<string>[], size: number, between: () => void = () => undefined) {
  let pages = 0;
  return createList<string>({
    random,
    clock: machineClock,
    overlapMs: 10,
    page: async (from, offset) => {
      if (pages++ > 0) between();
      const wanted = items.filter(({ at }) => at >= from).toSorted((one, other) => other.at - one.at);
      return wanted.slice(offset, offset + size);
    },
  });
}

const names = (found: readonly { readonly item: string }[]) => found.map(({ item }) => item);

describe("a list in pages", () => {
  it("is read whole and oldest first, whatever the pages are, and resumed after any item", async () => {
    const lists = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(lists, fc.integer({ min: 2, max: 7 }), async (times, size) => {
        const items = times.map((at) => listed(`n${at}`, at));
        const list = nodeWith(items, size);
        const all = await list.after("");
        expect(names(all)).toEqual(times.toSorted((one, other) => one - other).map((at) => `n${at}`));
        for (const [i, { cursor }] of [...all.entries()].toReversed())
          expect(names(await list.after(cursor))).toEqual(names(all.slice(i + 1)));
      }),
      { numRuns: inject("runs") * 10 },
    );
  });

  it("is read again when an item went between two pages, so that none is passed over", async () => {
    const items = [6, 5, 4, 3, 2, 1].map((at) => listed(`n${at}`, at));
    const goes = () => {
      if (items.length === 6) items.splice(0, 2);
    };
    expect(names(await nodeWith(items, 3, goes).after(""))).toEqual(["n1", "n2", "n3", "n4"]);
  });

  it("is no answer when it changes all the time", async () => {
    let last = 100;
    const list = createList<string>({
      random,
      clock: machineClock,
      overlapMs: 0,
      page: async () => [listed(`n${last--}`, 1), listed(`n${last--}`, 2)],
    });
    await expect(list.after("")).rejects.toThrow(NodeUnavailable);
  });

  it("is read whole where a page leaves items out after it has counted them", async () => {
    const lists = fc.array(fc.boolean(), { maxLength: 60 });
    const read = async (shown: readonly boolean[], size: number) => {
      const page = async (_: number, offset: number) =>
        shown
          .map((isShown, at) => ({ isShown, ...listed(`n${at}`, 1_000 - at) }))
          .slice(offset, offset + size)
          .filter(({ isShown }) => isShown);
      const list = createList<string>({ random, clock: machineClock, page, overlapMs: 0, sparse: size });
      return names(await list.after("")).toSorted();
    };
    const wanted = (shown: readonly boolean[]) =>
      shown.flatMap((isShown, at) => (isShown ? [`n${at}`] : [])).toSorted();
    await fc.assert(
      fc.asyncProperty(lists, async (shown) => {
        expect(await read(shown, 20)).toEqual(wanted(shown));
      }),
      { numRuns: inject("runs") * 20 },
    );
    const far = [true, ...Array.from({ length: 150 }, () => false), true, true];
    expect(await read(far, 50)).toEqual(wanted(far));
  });

  describe("of a node whose clock was a day ahead", () => {
    const DAY = 24 * 3_600_000;
    const [hour, overlapMs] = [3_600_000, 600_000];
    /** Its clock, and ours. */
    let nowMs = 0;
    const given = () => {
      nowMs = 100 * DAY;
      const items = [listed("before", nowMs - hour), listed("ahead", nowMs + DAY)];
      const page = async (from: number, offset: number) => {
        const wanted = items.filter(({ at }) => at >= from).toSorted((one, other) => other.at - one.at);
        return wanted.slice(offset, offset + 5);
      };
      return { items, list: () => createList({ random, clock: { now: () => new Date(nowMs) }, page, overlapMs }) };
    };

    it("hides nothing that comes afterwards, also while nobody reads, and reports each once", async () => {
      const { items, list } = given();
      const one = list();
      const first = await one.after("");
      expect(names(first)).toEqual(["before", "ahead"]);
      let cursor = first.at(-1)?.cursor ?? "";
      expect(await one.after(cursor)).toEqual([]);
      for (let hours = 1; hours < 30; hours += 1) {
        nowMs += hour;
        items.push(listed(`h${hours}`, nowMs - 1));
        const found = await (hours === 7 ? list() : one).after(cursor);
        expect(names(found)).toContain(`h${hours}`);
        cursor = found.at(-1)?.cursor ?? "";
        expect(Number(cursor.split(":")[0])).toBeLessThanOrEqual(nowMs);
      }
      nowMs += 5 * hour;
      items.push(listed("while away", nowMs - 4 * hour));
      expect(names(await list().after(cursor))).toContain("while away");
    });

    it("is read from now on where the cursor is of that time already", async () => {
      const { items, list } = given();
      const one = list();
      items.push(listed("new", nowMs - 1));
      const found = await one.after(`${nowMs + DAY}:ahead`);
      expect(names(found)).toEqual(["new", "ahead"]);
      expect(await one.after(found.at(-1)?.cursor ?? "")).toEqual([]);
    });
  });

  it("gives a thousand items at a time", async () => {
    const items = Array.from({ length: 1_200 }, (_, at) => listed(`n${at}`, at));
    const list = nodeWith(items, 500);
    const some = await list.after("");
    expect(some).toHaveLength(1_000);
    expect(await list.after(some.at(-1)?.cursor ?? "")).toHaveLength(200);
  });

  describe("that has an item turn up before the cursor", () => {
    const given = async () => {
      const items = [listed("a", 100), listed("c", 120)];
      const list = nodeWith(items, 5);
      const before = (await list.after("")).at(-1)?.cursor ?? "";
      items.push(listed("b", 111), listed("old", 109), listed("d", 130));
      return { items, list, before };
    };

    it("reports it until the caller has come back with its cursor", async () => {
      const { list, before } = await given();
      expect(names(await list.after(before))).toEqual(["b", "d"]);
      expect(names(await list.after(before))).toEqual(["b", "d"]);
      const [again] = await list.after(before);
      const [rest] = await list.after(again?.cursor ?? "");
      expect(rest?.item).toBe("d");
      expect(await list.after(rest?.cursor ?? "")).toEqual([]);
    });

    it("never goes back behind the cursor for it", async () => {
      const { list, before } = await given();
      const [b] = await list.after(before);
      expect(before).toMatch(/^120:c#/);
      expect(b?.cursor).toMatch(/^120:c#/);
    });

    it("hides it from no caller because another one has read the list", async () => {
      const { list, before } = await given();
      expect(names(await list.after(""))).toEqual(["a", "old", "b", "c", "d"]);
      expect(names(await list.after(before))).toContain("b");
    });

    it("hides none from a reader for which its report to another one was meant, however many come meanwhile", async () => {
      const { items, list, before } = await given();
      const [first] = await list.after(before);
      for (let i = 0; i < 1_500; i += 1) items.push(listed(`x${i}`, 115));
      let reader = (await list.after("")).at(-1)?.cursor ?? ""; // an audit, a page of it
      const all = new Set<string>();
      let cursor = first?.cursor ?? "";
      for (let round = 0; round < 5; round += 1) {
        const found = await list.after(cursor);
        for (const { item } of found) all.add(item);
        reader = (await list.after(reader)).at(-1)?.cursor ?? reader;
        cursor = found.at(-1)?.cursor ?? cursor;
      }
      expect([...all].filter((name) => name.startsWith("x"))).toHaveLength(1_500);
      for (const one of [cursor, reader]) expect(await list.after(one)).toEqual([]);
    });

    it("reports the time before the cursor once in each process that goes on from it", async () => {
      const { items, list, before } = await given();
      const other = nodeWith(items, 5);
      let cursor = before;
      const next = async (from: typeof list) => {
        const found = await from.after(cursor);
        cursor = found.at(-1)?.cursor ?? cursor;
        return names(found);
      };
      expect(await next(list)).toEqual(["b", "d"]);
      expect(await next(other)).toEqual(["c", "d"]); // more than the overlap is not read again
      for (const one of [list, other, list]) expect(await next(one)).toEqual([]);
      items.push(listed("e", 129));
      for (const one of [other, list]) expect(await next(one)).toEqual(["e"]);
      for (const one of [other, list]) expect(await next(one)).toEqual([]);
    });

    it("reports it again to the process whose caller could not use it, wherever another one has gone meanwhile", async () => {
      const { items, list, before } = await given();
      const other = nodeWith(items, 5);
      const start = (await other.after((await list.after(before)).at(-1)?.cursor ?? "")).at(-1)?.cursor ?? "";
      items.push(listed("late", 125), listed("e", 134));
      expect(names(await list.after(start))).toEqual(["late", "e"]); // could not be used
      const moved = (await other.after(start)).at(-1)?.cursor ?? "";
      expect(names(await list.after(moved))).toEqual(["late", "e"]);
      expect(moved).toMatch(/^134:e#/);
    });
  });
});
