import { AppError } from "#kernel/errors.ts";
import { type Msats, msats } from "#kernel/money.ts";
import type { Limits } from "#ledger";

/** Above this share of what may be sent in 24 hours a person types the amount twice. Ours. */
const REPEAT_SHARE = 10n;

/** Above it the amount is typed twice; undefined: there is no daily limit, and never. */
export function repeatAbove({ daily }: Pick<Limits, "daily">): Msats | undefined {
  return daily && msats(daily / REPEAT_SHARE);
}

export function needsRepeating(amount: Msats, limits: Pick<Limits, "daily">): boolean {
  const most = repeatAbove(limits);
  return most !== undefined && amount > most;
}

/** The amount was to be typed twice, and was not, or differently. */
export class AmountNotRepeated extends AppError {
  constructor() {
    super("amount_not_repeated", "this is more than a tenth of the daily limit: `repeatedAmount` must be the same", {
      details: [{ field: "repeatedAmount", issue: "must be the amount again" }],
    });
  }
}

/** @throws {AmountNotRepeated} */
export function requireRepeated(
  { amount, repeated }: { readonly amount: Msats; readonly repeated: Msats | undefined },
  limits: Pick<Limits, "daily">,
): void {
  if (needsRepeating(amount, limits) && repeated !== amount) throw new AmountNotRepeated();
}
