import type { IncidentKind } from "#incidents";
import type { PaymentId } from "#kernel/ids.ts";
import { one, type Part, part, sql, type Tx } from "#platform/database/db.ts";

export type FinishBreach = { id: PaymentId; state: string | null; reserved: bigint | null; given: bigint | null };

/**
 * Payments whose postings are not one reservation and one transfer that gives out what was reserved, and postings of
 * payments that do not exist (`state` null). To an internal recipient the reservation is that transfer as well.
 */
export async function listFinishBreaches(tx: Tx, limit: number): Promise<FinishBreach[]> {
  return await tx.query<FinishBreach>(sql`
      with booked as (
        select l.cause,
               count(*) filter (where l.cause_kind = 'payment') as reservations,
               (sum(l.amount) filter (where l.cause_kind = 'payment'))::bigint as reserved,
               (sum(l.amount) filter (where l.cause_kind = 'payment_finished' and l.debit = ledger.system('reserved')))::bigint
                 as given,
               count(distinct l.transfer) filter (where l.cause_kind = 'payment_finished') as transfers
          from ledger.caused_by(array['payment', 'payment_finished']) l
         group by l.cause)
      select coalesce(p.id, b.cause) as id, p.state, b.reserved, b.given
        from payments.payment p
        full join booked b on b.cause = p.id
       where p.id is null
          or b.reservations is distinct from 1
          or b.reserved is distinct from p.amount_msats + p.fee_limit_msats
          or case
               when p.state in ('completed', 'failed') and not (p.recipient_no is not null and p.invoice is null)
                 then b.transfers is distinct from 1 or b.given is distinct from b.reserved
               else b.transfers is distinct from 0
             end
       limit ${limit}`);
}

/** Finished payments that took something else than amount and fee, or than nothing when they failed. */
export async function listAmountBreaches(
  tx: Tx,
  limit: number,
): Promise<{ id: PaymentId; state: string; kept: bigint }[]> {
  return await tx.query(sql`
      with back as (
        select l.cause, sum(l.amount)::bigint as amount
          from ledger.caused_by(array['payment_finished']) l
          join payments.payment p
            on p.id = l.cause
           and p.account_no = l.credit
         group by l.cause)
      select p.id, p.state, p.amount_msats + p.fee_limit_msats - coalesce(b.amount, 0) as kept
        from payments.payment p
        left join back b on b.cause = p.id
       where p.state in ('completed', 'failed')
         and p.amount_msats + p.fee_limit_msats - coalesce(b.amount, 0) <> case
               when p.state = 'failed' then 0
               else p.amount_msats + least(p.fee_msats, p.fee_limit_msats)
             end
       limit ${limit}`);
}

/**
 * Finished payments whose callbackUrl has no event or not just one, when they finished after `since`; and events of
 * payments that do not exist (`state` null), belong to another owner, or did not end so.
 */
export async function listEventBreaches(
  tx: Tx,
  { since, limit }: { since: Date; limit: number },
): Promise<{ id: PaymentId; state: string | null; events: number }[]> {
  return await tx.query(sql`
      with written as (
        select t.object, count(*)::int as events, min(t.type) as type, min(t.owner::text) as owner,
               min(t.callback_url) as callback_url
          from events.of_types(array['payment.completed', 'payment.failed']) t
         group by t.object)
      select coalesce(p.id, t.object) as id, p.state, coalesce(t.events, 0) as events
        from payments.payment p
        full join written t on t.object = p.id
       where case
               when p.id is null then true
               when t.object is null
                 then p.state in ('completed', 'failed') and p.owner_id is not null and p.callback_url <> ''
                   and p.processed_at >= ${since}
               else t.events <> 1
                 or t.type <> 'payment.' || p.state
                 or t.owner is distinct from p.owner_id::text
                 or t.callback_url is distinct from nullif(p.callback_url, '')
             end
       limit ${limit}`);
}

/**
 * Events that say that a wallet was paid by a payment without a charge, where there is no such payment, it did not pay
 * this wallet, the event is another owner's, or there are several.
 */
export async function listReceiptEventBreaches(tx: Tx, limit: number): Promise<{ id: PaymentId; events: number }[]> {
  return await tx.query(sql`
      with written as (
        select t.object, count(*)::int as events, min(t.owner::text) as owner, min(t.facts ->> 'walletId') as wallet
          from events.of_types(array['receipt.credited']) t
         where t.facts is not null -- those of charges have none
         group by t.object)
      select t.object as id, t.events
        from written t
        left join payments.payment p
          on p.id = t.object
         and p.state = 'completed'
         and p.invoice is null
        left join lateral wallets.with_account(p.recipient_no) w on true
       where t.events <> 1
          or t.owner is distinct from w.owner::text
          or t.wallet is distinct from w.id::text
       limit ${limit}`);
}

/**
 * Payments that are pending since before `before` (their invoice's expiry, else their creation) without an incident
 * that says so, of one of these `kinds`: it is open, or was closed after `closedAfter`. That of a restore says so as
 * long as the payment is on hold.
 */
export async function listOverdue(
  tx: Tx,
  {
    before,
    kinds,
    closedAfter,
    limit,
  }: { before: Date; kinds: readonly IncidentKind[]; closedAfter: Date; limit: number },
): Promise<{ id: PaymentId; state: string }[]> {
  return await tx.query(sql`
      select p.id, p.state
        from payments.payment p
       where p.state not in ('completed', 'failed')
         and coalesce(p.invoice_expires_at, p.created_at) < ${before}
         and not incidents.has_open(
               p.id::text, ${kinds}::text[] || case when p.on_hold_for is not null then array['restored'] end,
               ${closedAfter})
       limit ${limit}`);
}

/** What the pending payments reserved, and the balance of the account `reserved`. */
export async function findReserved(tx: Tx): Promise<{ pending: bigint; reserved: bigint }> {
  const rows = await tx.query<{ pending: bigint; reserved: bigint }>(sql`
    select coalesce(sum(amount_msats + fee_limit_msats), 0)::bigint as pending,
           ledger.balance(ledger.system('reserved')) as reserved
      from payments.payment
     where state not in ('completed', 'failed')`);
  return one(rows);
}

/** Those that may still move money; there are no more of them than the node has slots. */
const PENDING = part`p.state not in ('completed', 'failed')`;
const ALL = part`true`;
export type Which = "pending" | "all";
const OF: Record<Which, Part> = { pending: PENDING, all: ALL };

/**
 * Payments whose account is not their wallet's, or that of their origin, or whose reservation did not take amount and
 * fee limit from that account; and those that pay something else than their invoice asks for.
 */
export async function listPayerBreaches(
  tx: Tx,
  { which, limit }: { which: Which; limit: number },
): Promise<{ id: PaymentId; account: bigint }[]> {
  return await tx.query(sql`
      select p.id, p.account_no as account
        from payments.payment p
        left join lateral wallets.with_account(p.account_no) w on true
        left join lateral ledger.posting_at(p.reserve_no) l on true
       where ${OF[which]}
         and ((w.id, w.owner) is distinct from (p.wallet_id, p.owner_id)
           or p.wallet_id is null
             and p.account_no is distinct from case p.origin_kind
               when 'voucher' then ledger.system('vouchers_outstanding')
               when 'purchase' then ledger.system('ramp_clearing') end
           or (l.cause_kind, l.cause, l.transfer, l.debit, l.amount)
             is distinct from ('payment', p.id, p.transfer_id, p.account_no, p.amount_msats + p.fee_limit_msats)
           or l.credit is distinct from ledger.system('reserved')
             and l.credit is distinct from p.recipient_no
           or p.amount_msats <> receiving.msats_of_invoice(p.invoice))
       limit ${limit}`);
}

/**
 * Pending payments that nobody will look at: without a time for it, or with one that lies further away than any that
 * is set; and those that count other attempts than there are.
 */
export async function listForgotten(
  tx: Tx,
  { until, limit }: { until: Date; limit: number },
): Promise<{ id: PaymentId; state: string }[]> {
  return await tx.query(sql`
      select p.id, p.state
        from payments.payment p
       where ${PENDING}
         and (p.due_at is null
           or p.due_at > ${until}
           or p.lease_until > ${until}
           or (p.attempt, p.attempts_not_sent) <> (
             select count(*), count(nullif(t.not_sent_reason, 'known_hash'))
               from payments.attempt t
              where t.payment_id = p.id)
           or p.attempt > p.attempts_not_sent and p.state in ('created', 'resolving', 'ready'))
       limit ${limit}`);
}

/**
 * Payments that the node has completed, and no preimage proves it; without one they end by an operator's decision
 * alone, which is recorded. A preimage that does not fit its hash is refused by the table.
 */
export async function listUnproven(tx: Tx, limit: number): Promise<{ id: PaymentId }[]> {
  return await tx.query(sql`
      select p.id
        from payments.payment p
       where p.state = 'completed'
         and p.preimage is null
         and not p.is_own_invoice
         and not (p.recipient_no is not null and p.invoice is null)
         and not incidents.has(p.id::text, 'ended_by_hand')
       limit ${limit}`);
}

/**
 * Postings of payments, after this one, that no payment explains: it does not exist, took something else, from or to
 * other accounts, or did not succeed late.
 */
export async function listStrayPostings(
  tx: Tx,
  { after, limit }: { after: bigint; limit: number },
): Promise<{ kind: string; id: PaymentId; amount: bigint }[]> {
  return await tx.query(sql`
      select l.cause_kind as kind, l.cause as id, l.amount
        from ledger.caused_after(array['payment', 'payment_finished', 'late_settlement'], ${after}) l
        left join payments.payment p
          on p.id = l.cause
       where case l.cause_kind
               when 'payment'
                 then (l.transfer, l.debit, l.amount)
                   = (p.transfer_id, p.account_no, p.amount_msats + p.fee_limit_msats)
               when 'payment_finished'
                 then p.state in ('completed', 'failed')
                   and (l.credit < 1000 or l.credit in (p.account_no, p.recipient_no))
               else p.state = 'failed' and p.hash_is_frozen
                and (l.amount = p.amount_msats or l.credit = ledger.system('routing_expense'))
             end is not true
       limit ${limit}`);
}

/**
 * Payments for a thing that took more from it than one: a second one that did not fail, of the same voucher, withdrawal
 * request or purchase.
 */
export async function listDoubled(tx: Tx, limit: number): Promise<{ kind: string; id: string }[]> {
  return await tx.query(sql`
      select p.origin_kind as kind, p.origin_id as id
        from payments.payment p
       where p.origin_id is not null
         and p.state <> 'failed'
       group by p.origin_kind, p.origin_id
      having count(*) > 1
       limit ${limit}`);
}
