import type { PaymentId } from "#kernel/ids.ts";
import { part, sql, type Tx } from "#platform/database/db.ts";

/** Where the coins of the service's node are booked, and those of former ones. */
const COINS = part`array[ledger.system('onchain'), ledger.system('former_node')]`;

export type PostingBreach = { readonly id: PaymentId; readonly state: string | null };

/**
 * Payments whose postings are not what they took, and what came back when they failed; and postings of payments that
 * do not exist (`state` null).
 */
export async function listPostingBreaches(tx: Tx, limit: number): Promise<PostingBreach[]> {
  return await tx.query<PostingBreach>(sql`
    with booked as (
      select l.cause,
             count(*) filter (where l.cause_kind = 'onchain_payment') as taken,
             count(*) filter (where l.cause_kind = 'onchain_failed') as returned,
             bool_and(case l.cause_kind when 'onchain_payment' then l.credit else l.debit end = any (${COINS}))
               as of_coins,
             bool_or(ledger.system('former_node') in (l.debit, l.credit)) as in_limbo,
             min(case l.cause_kind when 'onchain_payment' then l.debit else l.credit end) as account_from,
             max(case l.cause_kind when 'onchain_payment' then l.debit else l.credit end) as account_to,
             min(l.amount) as amount_from,
             max(l.amount) as amount_to
        from ledger.caused_by(array['onchain_payment', 'onchain_failed']) l
       group by l.cause)
    select coalesce(q.id, b.cause) as id, q.state
      from onchain.payment q
      full join booked b
        on b.cause = q.id
     where q.id is null
        or b.cause is null
        or not b.of_coins
        or b.in_limbo and not lightning.is_replaced(q.node_no)
        or b.taken <> 1
        or b.returned <> case q.state when 'failed' then 1 else 0 end
        or (b.account_from, b.account_to) <> (q.account_no, q.account_no)
        or (b.amount_from, b.amount_to) <> (q.amount_msats + q.fee_msats, q.amount_msats + q.fee_msats)
     limit ${limit}`);
}

/** Postings of a replacement whose payment has none, or not between the accounts of such a cost. */
export async function listReplacedBreaches(tx: Tx, limit: number): Promise<{ readonly id: PaymentId }[]> {
  return await tx.query(sql`
    select l.cause as id
      from ledger.caused_by(array['onchain_replaced']) l
      left join onchain.payment q
        on q.id = l.cause
     where q.replaced_by is null
        or not (l.debit = ledger.system('chain_costs') and l.credit = any (${COINS})
             or l.credit = ledger.system('chain_costs') and l.debit = any (${COINS}))
        or ledger.system('former_node') in (l.debit, l.credit) and not lightning.is_replaced(q.node_no)
     limit ${limit}`);
}

/**
 * Children whose postings are not what they cost, and what came back when they failed; and postings of children that do
 * not exist (`state` null).
 */
export async function listChildBreaches(tx: Tx, limit: number): Promise<PostingBreach[]> {
  return await tx.query<PostingBreach>(sql`
    with booked as (
      select l.cause,
             count(*) filter (where l.cause_kind = 'onchain_child') as taken,
             count(*) filter (where l.cause_kind = 'onchain_child_failed') as returned,
             bool_and(case l.cause_kind
               when 'onchain_child'
                 then l.debit = ledger.system('chain_costs') and l.credit = ledger.system('onchain')
               else l.debit = any (${COINS}) and l.credit = ledger.system('chain_costs') end) as fits,
             bool_or(ledger.system('former_node') in (l.debit, l.credit)) as in_limbo,
             min(l.amount) as amount_from,
             max(l.amount) as amount_to
        from ledger.caused_by(array['onchain_child', 'onchain_child_failed']) l
       group by l.cause)
    select coalesce(c.payment_id, b.cause) as id, c.state
      from onchain.child c
      full join booked b
        on b.cause = c.payment_id
      left join onchain.payment q
        on q.id = c.payment_id
     where c.payment_id is null
        or b.cause is null
        or not b.fits
        or b.in_limbo and not lightning.is_replaced(q.node_no)
        or b.taken <> 1
        or b.returned <> case c.state when 'failed' then 1 else 0 end
        or (b.amount_from, b.amount_to) <> (c.cost_msats, c.cost_msats)
     limit ${limit}`);
}

/** Payments that may be on their way since before `before`, without an incident of what they are made for. */
export async function listOverdue(
  tx: Tx,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<{ readonly id: PaymentId }[]> {
  return await tx.query(sql`
    select q.id
      from onchain.payment q
     where q.state = 'dispatched'
       and q.created_at < ${before}
       and not incidents.has_one_of(q.origin_id::text, '{onchain_overdue, onchain_conflict}')
     limit ${limit}`);
}

/** Payments that may be on their way, or whose child may be, and that nobody will look at within the hour. */
export async function listForgotten(
  tx: Tx,
  { until, limit }: { readonly until: Date; readonly limit: number },
): Promise<{ readonly id: PaymentId }[]> {
  return await tx.query(sql`
    select q.id
      from onchain.payment q
     where q.state = 'dispatched'
       and q.due_at > ${until}
    union
    select c.payment_id
      from onchain.child c
     where c.state = 'dispatched'
       and c.due_at > ${until}
     limit ${limit}`);
}
