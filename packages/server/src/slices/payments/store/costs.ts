import type { PaymentId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { type Db, one, sql } from "#platform/database/db.ts";

/** What the newest payments over Lightning cost. */
export type RecentCosts = {
  /** The newest first. */
  readonly completed: readonly Cost[];
  /** How many have failed because of their fee limit since the oldest of them was made. */
  readonly overLimit: number;
};

export type Cost = { readonly amount: Msats; readonly fee: Msats; readonly feeLimit: Msats };

export async function findRecentCosts(db: Db, limit: number): Promise<RecentCosts> {
  const completed = await db.query<Cost & { readonly id: PaymentId }>(sql`
    select id, amount_msats as amount, fee_msats as fee, fee_limit_msats as "feeLimit"
      from payments.payment
     where preimage is not null
       and state = 'completed'
       and not is_own_invoice
     order by id desc
     limit ${limit}`);
  const oldest = completed.at(-1)?.id ?? null;
  const { failed } = one(
    await db.query<{ failed: number }>(sql`
      select count(*)::int as failed
        from payments.payment
       where failure_code = 'fee_limit'
         and (${oldest}::uuid is null or id >= ${oldest}::uuid)`),
  );
  return { completed: completed.map(({ id: _, ...cost }) => cost), overLimit: failed };
}
