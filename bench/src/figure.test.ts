import { expect, it } from "vitest";
import { median, type Unit, valueText, verdictOf, type Wanted, wantedText } from "./figure.ts";

const figure = (value: number, wanted?: Wanted) => ({
  title: "one",
  unit: "ratio" as const,
  rounds: [value, value - 1, value + 1],
  ...(wanted && { wanted }),
});

it.each([
  [5, { atLeast: 3, goal: 5 }, "goal"],
  [3, { atLeast: 3, goal: 5 }, "floor"],
  [2.99, { atLeast: 3, goal: 5 }, "MISSED"],
  [2.99, { atLeast: 3 }, "MISSED"],
  [120, { atMost: 150, goal: 120 }, "goal"],
  [121, { atMost: 150, goal: 120 }, "floor"],
  [151, { atMost: 150, goal: 120 }, "MISSED"],
  [0.9, { goal: 0.95 }, "below goal"],
  [0.95, { goal: 0.95 }, "goal"],
  [1, undefined, undefined],
] as const)("judges the median %s of what wants %j: %s", (value, wanted, verdict) => {
  expect(verdictOf(figure(value, wanted))).toBe(verdict);
});

it("says what is wanted", () => {
  expect(wantedText({ wanted: { atLeast: 3, goal: 5 } })).toBe("at least 3, goal 5");
  expect(wantedText({ wanted: { atMost: 2.5 } })).toBe("at most 2.5");
  expect(wantedText({})).toBe("");
});

it("takes the middle of the rounds", () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([9, 1, 5, 7])).toBe(6);
});

it.each<[number, Unit, string]>([
  [0.867, "ratio", "0.87"],
  [7899.4, "a second", "7,900"],
  [27.84, "a second", "27.8"],
  [5.57, "s", "5.6"],
  [0.104, "s", "0.10"],
  [22.4, "ms", "22"],
  [118.6, "MB", "119"],
])("prints %s in the unit %j as %s", (value, unit, text) => {
  expect(valueText(value, unit)).toBe(text);
});
