import type { ChargeId } from "#kernel/ids.ts";
import { sql, type Tx } from "#platform/database/db.ts";

/** Receipts over Lightning without their posting, and postings without their receipt: one of the two ids is null. */
export async function listReceiptBreaches(
  tx: Tx,
  limit: number,
): Promise<{ readonly receipt: string | null; readonly cause: string | null }[]> {
  return tx.query(sql`
    with received as (
      select *
        from receiving.receipt
       where via = 'node')
    select r.id as receipt, l.cause
      from received r
      full join ledger.caused_by(array['receipt']) l
        on l.cause = r.id
       and l.transfer = r.transfer_id
       and l.debit = ledger.system('lightning_node')
       and l.credit = r.credit_no
       and l.amount = r.amount_msats
     where r.id is null
        or l.cause is null
     limit ${limit}`);
}

/** Receipts from inside the ledger without the posting of the payment that made them. */
export async function listUnpaidReceipts(tx: Tx, limit: number): Promise<{ readonly id: string }[]> {
  return tx.query(sql`
    select r.id
      from receiving.receipt r
      left join ledger.caused_by(array['payment', 'payment_finished']) l
        on l.cause = r.id
       and l.transfer = r.transfer_id
       and l.credit = r.credit_no
       and l.amount = r.amount_msats
     where r.via = 'ledger'
       and l.cause is null
     limit ${limit}`);
}

/** Charges that do not hold what their receipts brought. */
export async function listChargeBreaches(
  tx: Tx,
  limit: number,
): Promise<{ readonly id: ChargeId; readonly received: bigint; readonly receipts: bigint }[]> {
  return tx.query(sql`
    with brought as (
      select charge_id, sum(amount_msats)::bigint as receipts
        from receiving.receipt
       group by charge_id)
    select c.id, c.received_msats as received, coalesce(b.receipts, 0) as receipts
      from receiving.charge c
      left join brought b on b.charge_id = c.id
     where c.received_msats <> coalesce(b.receipts, 0)
     limit ${limit}`);
}

/**
 * Charges that were completed or expired, after `since`, and without an event for their callbackUrl; and events of
 * charges or receipts that do not exist, belong to another owner, did not happen, or are there twice.
 */
export async function listEventBreaches(
  tx: Tx,
  { since, limit }: { since: Date; limit: number },
): Promise<{ readonly id: string; readonly type: string }[]> {
  return tx.query(sql`
    with written as materialized (
      select t.object, t.type, t.owner, max(t.callback_url) as callback_url, count(*) as times
        from events.of_types(array['charge.completed', 'charge.expired', 'receipt.credited']) t
       where t.type <> 'receipt.credited'
          or t.facts is null -- those of payments without a charge have facts
       group by t.object, t.type, t.owner)
    select c.id, 'charge.' || c.state as type
      from receiving.charge c
      left join written t
        on t.object = c.id
       and t.type = 'charge.' || c.state
       and t.callback_url = c.callback_url
     where c.state <> 'pending'
       and (c.state = 'completed' or c.origin <> 'pay_link')
       and c.callback_url <> ''
       and coalesce(c.paid_at, c.expires_at) >= ${since}
       and t.object is null
     union all
    select t.object, t.type
      from written t
      left join receiving.charge c
        on c.id = t.object
       and coalesce(c.asked_by, c.owner_id) = t.owner
       and (c.state = 'completed' or t.type = 'charge.' || c.state)
      left join receiving.receipt r
        on r.id = t.object
      left join lateral wallets.with_account(coalesce(r.assigned_to, r.credit_no)) w on true
     where t.times > 1
        or case t.type when 'receipt.credited' then t.owner is distinct from w.owner else c.id is null end
     limit ${limit}`);
}

/**
 * Receipts whose money is not with the wallet that they name: what lies in suspense, or was given out of it, without
 * the transfer that did so; and what the node's backend kept without its cost.
 */
export async function listTakerBreaches(tx: Tx, limit: number): Promise<{ readonly id: string }[]> {
  return await tx.query(sql`
    with booked as (
      select l.cause,
             sum(l.amount) filter (where l.cause_kind = 'receipt_cost') as cost,
             count(*) filter (where l.cause_kind = 'suspense_assigned') as times,
             max(l.credit) filter (where l.cause_kind = 'suspense_assigned') as taker,
             max(l.amount) filter (where l.cause_kind = 'suspense_assigned') as amount,
             max(l.transfer::text) filter (where l.cause_kind = 'suspense_assigned') as transfer
        from ledger.caused_by(array['receipt_cost', 'suspense_assigned']) l
       group by l.cause)
    select coalesce(r.id, b.cause) as id
      from receiving.receipt r
      full join booked b
        on b.cause = r.id
      left join lateral wallets.with_account(coalesce(r.assigned_to, r.credit_no)) w on true
     where r.id is null
        or w.id is distinct from r.wallet_id
        or r.assigned_to is not null and r.credit_no <> ledger.system('suspense')
        or coalesce(b.cost, 0) <> r.cost_msats
        or coalesce(b.times, 0) <> case when r.assigned_to is null then 0 else 1 end
        or r.assigned_to is not null
          and (b.taker, b.amount, b.transfer) is distinct from (r.assigned_to, r.amount_msats, r.assigned_by::text)
     limit ${limit}`);
}

/** What lies in the account of suspense, and what it should: receipts that no wallet has. */
export async function findSuspense(tx: Tx): Promise<{ readonly balance: bigint; readonly owed: bigint }> {
  const [row] = await tx.query<{ balance: bigint; owed: bigint }>(sql`
    select ledger.balance(ledger.system('suspense')) as balance, coalesce(sum(r.amount_msats), 0)::bigint as owed
      from receiving.receipt r
     where r.credit_no = ledger.system('suspense')
       and r.assigned_to is null`);
  return row ?? { balance: 0n, owed: 0n };
}

/** Charges, and links that make them, whose account is not their wallet's; charges that ask for something else. */
export async function listPayeeBreaches(tx: Tx, limit: number): Promise<{ readonly id: string }[]> {
  return await tx.query(sql`
    select c.id
      from receiving.charge c
      left join lateral wallets.with_account(c.account_no) w on true
     where (w.id, w.owner) is distinct from (c.wallet_id, c.owner_id)
        or c.amount_msats <> receiving.msats_of_invoice(c.invoice)
     union all
    select s.id
      from receiving.static_charge s
      left join lateral wallets.with_account(s.account_no) w on true
     where (w.id, w.owner) is distinct from (s.wallet_id, s.owner_id)
     limit ${limit}`);
}

/** Charges about which the node is not asked in time. */
export async function listForgotten(
  tx: Tx,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<{ readonly id: ChargeId; readonly state: string }[]> {
  return await tx.query(sql`
    select c.id, c.state
      from receiving.charge c
     where c.state <> 'completed'
       and c.due_at > greatest(c.expires_at, ${now}) + interval '1 day'
     limit ${limit}`);
}

/** Postings of receipts, after this one, that no receipt explains. */
export async function listStrayPostings(
  tx: Tx,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<{ readonly kind: string; readonly id: string }[]> {
  return await tx.query(sql`
    select l.cause_kind as kind, l.cause as id
      from ledger.caused_after(array['receipt', 'receipt_cost', 'suspense_assigned'], ${after}) l
      left join receiving.receipt r
        on r.id = l.cause
     where case l.cause_kind
             when 'receipt' then (l.transfer, l.credit, l.amount) = (r.transfer_id, r.credit_no, r.amount_msats)
             when 'receipt_cost' then (l.transfer, l.amount) = (r.transfer_id, r.cost_msats)
             else (l.transfer, l.credit, l.amount) = (r.assigned_by, r.assigned_to, r.amount_msats)
           end is not true
     limit ${limit}`);
}
