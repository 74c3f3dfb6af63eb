import { type Db, sql } from "#platform/database/db.ts";

/** Runs `payments.refresh_shares`. */
export async function updateShares(db: Db, now: Date): Promise<void> {
  await db.query(sql`select payments.refresh_shares(${now})`);
}

/** A recipient and the payments that it holds: they have been with the node for more than a minute. */
export type Holder = {
  /** "node" and its key, or "host" and the name of the server of addresses. */
  readonly recipient: string;
  readonly payments: number;
  /** On whom they count, those with most of them first; "operator" is one. */
  readonly owners: readonly string[];
  /** Those of `owners` of whom it holds all it may. */
  readonly fullFor: readonly string[];
  /** It holds all the common slots that it may, whoever pays. */
  readonly isFullForAll: boolean;
  /** How much it has of the limit that is nearest. */
  readonly percent: number;
};

/** All recipients that hold payments, those with most of them first. `slots`: of the node, for sending. */
export async function listHolders(db: Db, now: Date, { slots }: { readonly slots: number }): Promise<Holder[]> {
  const rows = await db.query<Holder>(sql`
    select h.recipient, h.payments, h.payers::text[] as owners, h.full_for::text[] as "fullFor",
           h.is_full_for_all as "isFullForAll", h.percent
      from payments.list_holders(${now}, ${slots}) h
     order by h.payments desc, h.recipient`);
  return rows.map((row) => ({ ...row, owners: row.owners.map(nameOf), fullFor: row.fullFor.map(nameOf) }));
}

/** `payments.operator()` */
const OPERATOR = "00000000-0000-0000-0000-000000000000";

function nameOf(funder: string): string {
  return funder === OPERATOR ? "operator" : funder;
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
       and q.node_replaced_at is null
     group by q.funder_id
     order by 2 desc, 1`);
}
