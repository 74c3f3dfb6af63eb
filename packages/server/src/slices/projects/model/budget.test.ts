import { describe, expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { type Budget, type Budgets, leftOf, tellBudgets } from "./budget.ts";

const AT = new Date("2026-11-21T17:00:00Z");
const UNBOUND: Budget = { limit: undefined, spent: 7n, lessAt: AT };
const budgets = (more: Partial<Budgets>): Budgets => ({ daily: UNBOUND, weekly: UNBOUND, monthly: UNBOUND, ...more });

describe("what a budget leaves", () => {
  it("is never less than nothing, also when its limit was lowered", () => {
    expect(leftOf({ limit: msats(10n), spent: 4n })).toBe(6n);
    expect(leftOf({ limit: msats(10n), spent: 10n })).toBe(0n);
    expect(leftOf({ limit: msats(10n), spent: 11n })).toBe(0n);
    expect(leftOf(UNBOUND)).toBeUndefined();
  });

  it("is told of each one that there is, with the one that was passed by name, and when more comes", () => {
    const daily = { limit: msats(10n), spent: 4n, lessAt: AT };
    const weekly = { limit: msats(10n), spent: 8n, lessAt: new Date("2026-11-28T00:00:00Z") };
    expect(tellBudgets(budgets({ daily, weekly }), 5n)).toEqual({
      message: "the weekly budget of the project key leaves 2 msats, and more from 2026-11-28T00:00:00.000Z on",
      details: [
        { field: "daily", issue: "6" },
        { field: "weekly", issue: "2" },
        { field: "weekly.moreAt", issue: "2026-11-28T00:00:00.000Z" },
      ],
    });
    const both = tellBudgets(budgets({ daily, monthly: weekly }), 7n);
    expect(both.message).toMatch(/^the daily budget .* leaves 6 msats.*; the monthly budget .* leaves 2 msats/);
    expect(both.details.map(({ field }) => field)).toEqual(["daily", "monthly", "daily.moreAt", "monthly.moreAt"]);
  });

  it("has no time when nothing was spent: more never comes", () => {
    const monthly = { limit: msats(10n), spent: 0n, lessAt: undefined };
    expect(tellBudgets(budgets({ monthly }), 11n)).toEqual({
      message: "the monthly budget of the project key leaves 10 msats",
      details: [{ field: "monthly", issue: "10" }],
    });
  });

  it("is told of the one that leaves least when the others have given back meanwhile", () => {
    const [daily, weekly] = [5n, 3n].map((spent) => ({ limit: msats(10n), spent, lessAt: AT }));
    expect(tellBudgets(budgets({ ...(daily && { daily }), ...(weekly && { weekly }) }), 4n).message).toMatch(
      /^the daily budget of the project key leaves 5 msats/,
    );
    expect(tellBudgets(budgets({}), 4n)).toEqual({
      message: "a budget of the project key would be exceeded",
      details: [],
    });
  });
});
