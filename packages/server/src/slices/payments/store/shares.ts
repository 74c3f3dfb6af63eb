import type { PaymentId } from "#kernel/ids.ts";
import { type Db, one, sql } from "#platform/database/db.ts";

/** Runs `payments.refresh_shares`. */
export async function updateShares(db: Db, now: Date): Promise<void> {
  await db.query(sql`select payments.refresh_shares(${now})`);
}

/** A recipient and the payments that it holds: they have been with the node for more than a minute. */
export type Holder = {
  /** "node" and its key, or "host" and the name of the server of addresses. */
  readonly recipient: string;
  readonly payments: number;
  /** Of those who pay. */
  readonly owners: readonly string[];
  readonly oldest: PaymentId;
};

/** Those that hold most. A payment to an address counts for the node and for the server. */
export async function listHolders(db: Db, now: Date, { limit }: { readonly limit: number }): Promise<Holder[]> {
  return await db.query<Holder>(sql`
    select r.recipient, count(*)::int as payments, array_agg(distinct q.funder_id::text) as owners,
           (array_agg(q.id order by q.id))[1] as oldest
      from payments.payment q
     cross join lateral (
             values ('node ' || q.payee_key), ('host ' || q.payee_host)) r(recipient)
     where q.state not in ('completed', 'failed')
       and payments.is_held(${now}, q)
       and r.recipient is not null
     group by r.recipient
     order by count(*) desc, r.recipient
     limit ${limit}`);
}

/** How many payments a recipient may hold, with so many slots for sending. */
export async function findHeldMax(db: Db, slots: number): Promise<number> {
  const rows = await db.query<{ most: number }>(sql`select payments.held_max(${slots}) as most`);
  return one(rows).most;
}

/** The slots that an owner has taken, and how many of them it has earned. */
export type Taker = { readonly owner: string; readonly slots: number; readonly earned: number };

/** All owners with a payment that takes a slot, those with most of them first. */
export async function listTakers(db: Db, slots: number): Promise<Taker[]> {
  return await db.query<Taker>(sql`
    select case q.funder_id when payments.operator() then 'operator' else q.funder_id::text end as owner,
           count(*)::int as slots,
           (coalesce(max(s.millionths), 0)::bigint * (${slots}::int / 2) / 1000000)::int as earned
      from payments.payment q
      left join payments.share s on s.funder_id = q.funder_id
     where q.state not in ('completed', 'failed')
       and not q.is_own_invoice
     group by q.funder_id
     order by 2 desc, 1`);
}
