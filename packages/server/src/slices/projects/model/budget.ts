import type { Issue } from "#kernel/errors.ts";
import type { Msats } from "#kernel/money.ts";

export const BUDGET_WINDOWS = ["daily", "weekly", "monthly"] as const;
export type BudgetWindow = (typeof BUDGET_WINDOWS)[number];

/** What a key may send in any 24 hours, 7 days or 30 days, and what it has sent. In msats. */
export type Budget = {
  /** Undefined: any amount. */
  readonly limit: Msats | undefined;
  /** More than the limit when that was lowered. */
  readonly spent: bigint;
  /** From when on less is counted, if nothing else is sent; undefined: nothing is. */
  readonly lessAt: Date | undefined;
};

export type Budgets = Readonly<Record<BudgetWindow, Budget>>;

/** What is left; undefined: any amount. */
export function leftOf({ limit, spent }: Pick<Budget, "limit" | "spent">): bigint | undefined {
  if (limit === undefined) return undefined;
  return spent > limit ? 0n : limit - spent;
}

/**
 * Why `amount` was refused, and what each budget leaves: a moment after the decision, so a budget that has it again is
 * named when no other one lacks it.
 */
export function tellBudgets(budgets: Budgets, amount: bigint): { message: string; details: readonly Issue[] } {
  const bounded = BUDGET_WINDOWS.flatMap((window) => {
    const left = leftOf(budgets[window]);
    return left === undefined ? [] : [{ window, left, lessAt: budgets[window].lessAt }];
  });
  const least = bounded.reduce<bigint | undefined>(
    (min, { left }) => (min === undefined || left < min ? left : min),
    undefined,
  );
  const passed = bounded.filter(({ left }) => left < amount);
  const named = passed.length > 0 ? passed : bounded.filter(({ left }) => left === least);
  const each = named.map(
    ({ window, left, lessAt }) =>
      `the ${window} budget of the project key leaves ${left} msats` +
      (lessAt === undefined ? "" : `, and more from ${lessAt.toISOString()} on`),
  );
  return {
    message: each.length === 0 ? "a budget of the project key would be exceeded" : each.join("; "),
    details: [
      ...bounded.map(({ window, left }) => ({ field: window, issue: String(left) })),
      ...named.flatMap(({ window, lessAt }) =>
        lessAt === undefined ? [] : [{ field: `${window}.moreAt`, issue: lessAt.toISOString() }],
      ),
    ],
  };
}
