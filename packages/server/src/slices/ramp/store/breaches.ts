import { sql, type Tx } from "#platform/database/db.ts";

export type PurchaseBreach = { readonly id: string; readonly state: string | null };

/**
 * Purchases whose bitcoin is not where their state says, and postings of purchases that do not exist (`state` null).
 * What was sold went from the operator's equity to the account of the ramp; what its payment has not taken has gone
 * back when the purchase ended, or is refunded. A payment took something exactly of those that were delivered.
 */
export async function listBitcoinBreaches(tx: Tx, limit: number): Promise<PurchaseBreach[]> {
  return await tx.query<PurchaseBreach>(sql`
    with booked as (
      select l.cause,
             coalesce(sum(l.amount) filter (where l.cause_kind = 'purchase'), 0)::bigint as sold,
             coalesce(sum(l.amount) filter (where l.cause_kind = 'purchase_ended'), 0)::bigint as returned,
             min(l.transfer::text) filter (where l.cause_kind = 'purchase') as sold_transfer,
             min(l.transfer::text) filter (where l.cause_kind = 'purchase_ended') as rest_transfer,
             bool_and(case l.cause_kind
               when 'purchase' then (l.debit, l.credit) = (ledger.system('operator_equity'), ledger.system('ramp_clearing'))
               else (l.debit, l.credit) = (ledger.system('ramp_clearing'), ledger.system('operator_equity')) end) as in_accounts
        from ledger.caused_by(array['purchase', 'purchase_ended']) l
       group by l.cause),
    paid as (
      select l.cause,
             sum(case
               when l.debit = ledger.system('ramp_clearing') then l.amount
               when l.credit = ledger.system('ramp_clearing') then -l.amount
               else 0 end)::bigint as taken
        from ledger.caused_by(array['payment', 'payment_finished', 'onchain_payment', 'onchain_failed']) l
       group by l.cause)
    select coalesce(q.id, b.cause) as id, q.state
      from ramp.purchase q
      full join booked b
        on b.cause = q.id
      left join paid p
        on p.cause = q.payment_id
     where q.id is null
        or b.in_accounts is false
        or coalesce(b.sold, 0) <> case when q.sold_transfer_id is null then 0 else q.amount_msats + q.fee_limit_msats end
        or b.sold_transfer is distinct from q.sold_transfer_id::text
        or case
             when q.sold_transfer_id is null then coalesce(p.taken, 0) <> 0
             when q.state in ('authorized', 'captured', 'on_hold', 'delivering') then b.returned <> 0
             else b.sold <> b.returned + coalesce(p.taken, 0)
               or b.returned > 0 and b.rest_transfer is distinct from q.rest_transfer_id::text
           end
        or q.state in ('completed', 'disputed', 'won', 'lost') and coalesce(p.taken, 0) < q.amount_msats
        or q.state in ('failed', 'canceled', 'refund_pending', 'refunded', 'refund_failed') and coalesce(p.taken, 0) <> 0
     limit ${limit}`);
}

/**
 * What the account of the ramp holds, and what it should: what is sold and not delivered, without what payments have
 * taken.
 */
export async function findClearing(tx: Tx): Promise<{ readonly balance: bigint; readonly owed: bigint }> {
  const [row] = await tx.query<{ balance: bigint; owed: bigint }>(sql`
    with sold as materialized (
      select q.payment_id, q.amount_msats + q.fee_limit_msats as amount
        from ramp.purchase q
       where q.state in ('authorized', 'captured', 'on_hold', 'delivering')),
    taken as (
      select coalesce(sum(case
               when l.debit = ledger.system('ramp_clearing') then l.amount
               when l.credit = ledger.system('ramp_clearing') then -l.amount
               else 0 end), 0)::bigint as amount
        from ledger.caused_by(array['payment', 'payment_finished', 'onchain_payment', 'onchain_failed']) l
        join sold s
          on s.payment_id = l.cause)
    select ledger.balance(ledger.system('ramp_clearing')) as balance,
           coalesce(sum(s.amount), 0)::bigint - (select t.amount from taken t) as owed
      from sold s`);
  return row ?? { balance: 0n, owed: 0n };
}

/**
 * Purchases whose entries in the books of the cards are not those of their state. What happened after the end may be
 * in them.
 */
export async function listEntryBreaches(tx: Tx, limit: number): Promise<PurchaseBreach[]> {
  return await tx.query<PurchaseBreach>(sql`
    with booked as (
      select e.purchase_id,
             coalesce(sum(e.amount_minor) filter (where e.kind = 'sale'), 0)::bigint as sale,
             coalesce(sum(e.amount_minor) filter (where e.kind = 'refund'), 0)::bigint as refund,
             coalesce(sum(e.amount_minor) filter (where e.kind = 'dispute'), 0)::bigint as dispute,
             coalesce(sum(e.amount_minor) filter (where e.kind = 'dispute_won'), 0)::bigint as won,
             coalesce(sum(e.amount_minor) filter (where e.kind = 'late_refund'), 0)::bigint as late_refund,
             coalesce(sum(e.amount_minor) filter (where e.kind = 'late_refund_failed'), 0)::bigint as late_failed,
             coalesce(sum(e.amount_minor) filter (where e.kind = 'late_dispute'), 0)::bigint as late_dispute,
             coalesce(sum(e.amount_minor) filter (where e.kind = 'late_dispute_won'), 0)::bigint as late_won,
             coalesce(sum(e.amount_minor) filter (where e.kind = 'processor_fee'), 0)::bigint as fee,
             bool_and(e.currency = q.currency) as in_currency
        from ramp.entry e
        join ramp.purchase q
          on q.id = e.purchase_id
       group by e.purchase_id)
    select q.id, q.state
      from ramp.purchase q
      left join booked b
        on b.purchase_id = q.id
     where b.in_currency is false
        or coalesce(b.sale, 0) <> case
             when q.state in ('quoted', 'requires_payment', 'requires_action', 'authorized', 'failed', 'canceled', 'expired') then 0
             else q.source_minor end
        or coalesce(b.refund, 0) <> case when q.state = 'refunded' then q.source_minor else 0 end
        or coalesce(b.dispute, 0) <> case when q.state in ('disputed', 'won', 'lost') then q.source_minor else 0 end
        or coalesce(b.won, 0) <> case when q.state = 'won' then q.source_minor else 0 end
        or b.late_refund not in (0, case
             when q.state in ('completed', 'disputed', 'won', 'lost') or q.refunded_by_hand then q.source_minor
             else 0 end)
        or b.late_dispute not in (0, case when q.state in ('refunded', 'won') then q.source_minor else 0 end)
        or b.late_failed not in (0, greatest(b.refund, b.late_refund))
        or b.late_won not in (0, case when q.state = 'lost' then b.dispute else b.late_dispute end)
        or coalesce(b.fee, 0) > q.source_minor
     limit ${limit}`);
}

/** How many entries there are, and the number of the last one: they are numbered from 1 without gaps. */
export async function findEntryNumbers(
  tx: Tx,
): Promise<{ readonly entries: bigint; readonly last: bigint; readonly book: bigint }> {
  const [row] = await tx.query<{ entries: bigint; last: bigint; book: bigint }>(sql`
    select count(e.no) as entries, coalesce(max(e.no), 0) as last, (select b.entry_no from ramp.book b where b.one) as book
      from ramp.entry e`);
  return row ?? { entries: 0n, last: 0n, book: 0n };
}

export type EventBreach = { readonly id: string; readonly state: string | null; readonly events: number };

/**
 * Purchases that have ended after `since` without the one event of their end, and events of purchases that have not.
 */
export async function listEventBreaches(
  tx: Tx,
  { since, limit }: { readonly since: Date; readonly limit: number },
): Promise<EventBreach[]> {
  return await tx.query<EventBreach>(sql`
    with written as (
      select t.object, count(*)::int as events, min(t.type) as type, min(t.owner::text) as owner, min(t.callback_url) as url
        from events.of_types(array['ramp.purchase.completed', 'ramp.purchase.failed']) t
       group by t.object)
    select coalesce(q.id, t.object) as id, q.state, coalesce(t.events, 0) as events
      from ramp.purchase q
      left join ramp.session s
        on s.id = q.session_id
      full join written t
        on t.object = q.id
     where case
             when q.id is null then true
             when t.object is null then q.ended_at >= ${since}
               and s.webhook_url <> '' -- of a session that was lost: only endpoints of the project get the event
               and q.state in ('completed', 'disputed', 'won', 'lost', 'failed', 'refunded')
             else t.events <> 1
               or t.owner is distinct from q.project_id::text
               or t.url is distinct from nullif(s.webhook_url, '')
               or t.type <> case
                    when q.state in ('completed', 'disputed', 'won', 'lost') then 'ramp.purchase.completed'
                    when q.state in ('failed', 'refunded') then 'ramp.purchase.failed'
                    else '' end
           end
     limit ${limit}`);
}

/**
 * Purchases that have not gone on since `before`, nor since the end of their hold, and of which no operator was told.
 */
export async function listOverdueBreaches(
  tx: Tx,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<{ readonly id: string; readonly state: string }[]> {
  return await tx.query(sql`
    select q.id, q.state
      from ramp.purchase q
     where q.state in ('requires_payment', 'requires_action', 'authorized', 'captured', 'on_hold', 'refund_pending')
       and greatest(q.changed_at, q.on_hold_until) < ${before}
       and not incidents.has_one_of(q.id::text, '{purchase_overdue, onchain_overdue, onchain_conflict}')
     limit ${limit}`);
}

/** Purchases that are under way, and that nobody will look at in time. */
export async function listForgotten(
  tx: Tx,
  { until, limit }: { readonly until: Date; readonly limit: number },
): Promise<PurchaseBreach[]> {
  return await tx.query<PurchaseBreach>(sql`
    select q.id, q.state
      from ramp.purchase q
     where q.state in ('requires_payment', 'requires_action', 'authorized', 'captured', 'on_hold', 'delivering', 'refund_pending')
       and (q.due_at is null or q.due_at > greatest(${until}, q.on_hold_until))
     limit ${limit}`);
}

/** Purchases that sell more bitcoin than their money is worth at their price. */
export async function listPriceBreaches(tx: Tx, limit: number): Promise<PurchaseBreach[]> {
  return await tx.query<PurchaseBreach>(sql`
    select q.id, q.state
      from ramp.purchase q
     where q.amount_msats + coalesce(q.chain_fee_msats, 0)
             > (q.source_minor - q.fee_minor)::numeric * 100000000000 / q.price_minor
     limit ${limit}`);
}
