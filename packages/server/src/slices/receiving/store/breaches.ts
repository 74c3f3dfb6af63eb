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
 * Charges that were completed or expired, after `since`, and without an event for their callbackUrl; and events of charges or receipts
 * that do not exist, belong to another owner, did not happen, or are there twice.
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
       and r.wallet_id is not null
     where t.times > 1
        or case t.type when 'receipt.credited' then r.id is null else c.id is null end
     limit ${limit}`);
}
