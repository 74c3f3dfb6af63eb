import type { PaymentId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { type Db, one, sql, type Tx } from "#platform/database/db.ts";

/** A pending payment that was ordered at the node of now. */
export type Ordered = {
  readonly id: PaymentId;
  readonly amount: Msats;
  readonly feeLimit: Msats;
  readonly state: string;
  /** False: each attempt provably never left. `payments.leave_node` asks the same. */
  readonly mayHaveLeft: boolean;
};

/** Oldest first. */
export async function listOrdered(db: Db): Promise<Ordered[]> {
  return await db.query<Ordered>(sql`
    select p.id, p.amount_msats as amount, p.fee_limit_msats as "feeLimit", p.state,
           payments.may_have_left(p) as "mayHaveLeft"
      from payments.payment p
     where p.state not in ('completed', 'failed')
       and p.node_no = lightning.current_node()
     order by p.id`);
}

/** How many pending payments wait for an operator because their node was replaced. */
export async function countAtFormer(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count
      from payments.payment
     where state not in ('completed', 'failed')
       and node_replaced_at is not null`);
  return row?.count ?? 0;
}

/** What these have reserved, in msats: nothing of it can leave the node of now. */
export async function findReservedAtFormer(db: Db): Promise<bigint> {
  const rows = await db.query<{ reserved: bigint }>(sql`
    select coalesce(sum(amount_msats + fee_limit_msats), 0)::bigint as reserved
      from payments.payment
     where state not in ('completed', 'failed')
       and node_replaced_at is not null`);
  return one(rows).reserved;
}

/**
 * Pending payments that were ordered at another node than that of now, and do not say that it was replaced; those that
 * say so of the node of now; and those that may have left, and name no node.
 */
export async function listMisplaced(tx: Tx, limit: number): Promise<{ id: PaymentId; state: string }[]> {
  return await tx.query(sql`
    select p.id, p.state
      from payments.payment p
     where p.state not in ('completed', 'failed')
       and case
             when p.node_no is null then payments.may_have_left(p)
             else (p.node_no = lightning.current_node()) = (p.node_replaced_at is not null)
           end
     limit ${limit}`);
}
