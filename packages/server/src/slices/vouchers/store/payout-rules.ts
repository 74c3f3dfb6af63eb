import type { Msats } from "#kernel/money.ts";
import { type Db, sql } from "#platform/database/db.ts";
import type { UsedRule } from "../model/withdraw-offer.ts";

/** Remembers by which rules this process pays out. */
export async function insertPayoutRule(db: Db, rule: UsedRule, now: Date): Promise<void> {
  const { floor, basisPoints, isExact, wholeSats } = rule;
  await db.query(sql`
    insert into vouchers.payout_rule (floor_msats, basis_points, is_exact, whole_sats, used_from)
    values (${floor as bigint}, ${basisPoints}, ${isExact}, ${wholeSats}, ${now})
        on conflict do nothing`);
}

/** All that were ever used here. */
export async function listPayoutRules(db: Db): Promise<readonly UsedRule[]> {
  return await db.query<UsedRule & { readonly floor: Msats }>(sql`
    select floor_msats as floor, basis_points as "basisPoints", is_exact as "isExact", whole_sats as "wholeSats"
      from vouchers.payout_rule
     order by used_from`);
}
