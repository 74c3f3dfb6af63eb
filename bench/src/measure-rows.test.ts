import { expect, it } from "vitest";
import type { Contender, Row } from "./contender.ts";
import { measureRows } from "./measure-rows.ts";

const LENGTH = { rounds: 2, seconds: 0 };
const QUIETLY = { say: () => undefined };

/** @param perSecond in each turn; the first turn is the warm-up. */
function fakeContender(name: string, perSecond: readonly number[], closed: string[] = []): Contender {
  const left = [...perSecond];
  return {
    name,
    prepare: async () => undefined,
    measure: async () => {
      const rate = left.shift();
      if (rate === undefined) throw new Error("a payment was refused: HTTP/1.1 500");
      return { perSecond: rate };
    },
    close: async () => void closed.push(name),
  };
}

const fast = () => fakeContender("fast", [1, 30, 40]);
const slow = () => fakeContender("slow", [1, 10, 10]);

it("divides what two contenders did in the same round, and says what each did", async () => {
  const row: Row = { title: "fast / slow", of: fast(), to: slow(), wanted: { atLeast: 2 } };
  expect(await measureRows([row], LENGTH, QUIETLY)).toEqual([
    { title: "slow", unit: "a second", rounds: [10, 10] },
    { title: "fast", unit: "a second", rounds: [30, 40] },
    { title: "fast / slow", unit: "ratio", rounds: [3, 4], wanted: { atLeast: 2 } },
  ]);
});

it("measures a contender alone when there is nothing to compare it with", async () => {
  const figures = await measureRows([{ title: "fast / missing", of: fast(), to: undefined }], LENGTH, QUIETLY);
  expect(figures.map(({ title }) => title)).toEqual(["fast"]);
});

it("measures a contender of two rows once", async () => {
  const shared = slow();
  const rows: readonly Row[] = [
    { title: "fast / slow", of: fast(), to: shared },
    { title: "other / slow", of: fakeContender("other", [1, 5, 5]), to: shared },
  ];
  const figures = await measureRows(rows, LENGTH, QUIETLY);
  expect(figures.filter(({ title }) => title === "slow")).toHaveLength(1);
});

it.each([
  ["fails in its first turn", []],
  ["fails in the last round", [1, 1]],
  ["does nothing", [1, 1, 0]],
  ["measures no number", [1, Number.NaN, 1]],
])("names the rows of a contender that %s, and closes all", async (_, rates) => {
  const closed: string[] = [];
  const broken = fakeContender("broken", rates, closed);
  const rows: readonly Row[] = [
    {
      title: "fast / slow",
      of: fakeContender("fast", [1, 1, 1], closed),
      to: fakeContender("slow", [1, 1, 1], closed),
    },
    { title: "fast / broken", of: fakeContender("fast", [1, 1, 1], closed), to: broken },
  ];
  await expect(measureRows(rows, LENGTH, QUIETLY)).rejects.toThrow(/^not measured: "fast \/ broken": broken: /);
  expect(closed).toEqual(["slow", "fast", "broken"]);
});

it("names the rows of a contender that cannot be prepared", async () => {
  const prepare = () => Promise.reject(new Error("no such table"));
  const row: Row = { title: "fast / broken", of: fast(), to: { ...slow(), prepare } };
  await expect(measureRows([row], LENGTH, QUIETLY)).rejects.toThrow(
    'not measured: "fast / broken": slow: no such table',
  );
});
