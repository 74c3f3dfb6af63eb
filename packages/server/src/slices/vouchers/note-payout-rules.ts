import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { type PayoutRules, usedRuleOf } from "./model/withdraw-offer.ts";
import { insertPayoutRule } from "./store/payout-rules.ts";

/** Writes down how this process pays out, before it does: a restored database needs to know. Safe to repeat. */
export async function notePayoutRules(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  rules: PayoutRules,
): Promise<void> {
  await insertPayoutRule(db, usedRuleOf(rules), clock.now());
}
