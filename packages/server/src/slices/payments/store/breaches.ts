import type { PaymentId } from "#kernel/ids.ts";
import { one, sql, type Tx } from "#platform/database/db.ts";

export type FinishBreach = { id: PaymentId; state: string | null; reserved: bigint | null; given: bigint | null };

/**
 * Payments whose postings are not one reservation and one transfer that gives out what was reserved, and postings of payments
 * that do not exist (`state` null). To an internal recipient the reservation is that transfer as well.
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
 * Finished payments whose callbackUrl has no event or not just one, when they finished after `since`; and events of payments that do
 * not exist (`state` null), belong to another owner, or did not end so.
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
 * Events that say that a wallet was paid by a payment without a charge, where there is no such payment, it did not pay this wallet, the
 * event is another owner's, or there are several.
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

/** Payments that are pending since before `before` (their invoice's expiry, else their creation) without an incident. */
export async function listOverdue(
  tx: Tx,
  { before, limit }: { before: Date; limit: number },
): Promise<{ id: PaymentId; state: string }[]> {
  return await tx.query(sql`
      select p.id, p.state
        from payments.payment p
       where p.state not in ('completed', 'failed')
         and coalesce(p.invoice_expires_at, p.created_at) < ${before}
         and not incidents.has_any(p.id::text)
       limit ${limit}`);
}

/** What the pending payments reserved, and what the account of reservations holds. */
export async function findReserved(tx: Tx): Promise<{ pending: bigint; held: bigint }> {
  const rows = await tx.query<{ pending: bigint; held: bigint }>(sql`
    select coalesce(sum(amount_msats + fee_limit_msats), 0)::bigint as pending,
           ledger.balance(ledger.system('reserved')) as held
      from payments.payment
     where state not in ('completed', 'failed')`);
  return one(rows);
}
