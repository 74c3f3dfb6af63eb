import type { PaymentId } from "#kernel/ids.ts";
import { type Db, type Part, part, sql } from "#platform/database/db.ts";
import type { Payment } from "../model/payment.ts";
import { type PaymentRow, toPayment } from "./payment-row.ts";

/** Pending, due and not leased; those of a node that was replaced wait for an operator. */
const takeable = (now: Date): Part => part`
  state not in ('completed', 'failed')
  and node_replaced_at is null
  and due_at <= ${now}
  and (lease_until is null or lease_until <= ${now})`;

export const isPaymentDue = (now: Date): Part => part`exists (select from payments.payment where ${takeable(now)})`;

/**
 * Takes up to `limit` payments that are due and not leased. Every holder gets a token of its own, so that an earlier
 * one can no longer write.
 */
export async function leaseDue(
  db: Db,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<Payment[]> {
  const rows = await db.query<PaymentRow>(sql`
    update payments.payment p
       set lease_token = p.lease_token + 1,
           lease_until = ${until}
      from (select id
              from payments.payment
             where ${takeable(now)}
             order by due_at
             limit ${limit}
               for update skip locked) due
     where p.id = due.id
    returning p.*`);
  return rows.map(toPayment);
}

/**
 * Renews the leases of this process in one statement. A lease that was lost is not taken back. A payment that is being
 * written to is left for the next time: waiting for it, with others locked, could wait for ever.
 */
export async function renewLeases(
  db: Db,
  { leases, now, until }: { leases: ReadonlyMap<PaymentId, bigint>; now: Date; until: Date },
): Promise<void> {
  if (leases.size === 0) return;
  await db.query(sql`
    update payments.payment p
       set lease_until = ${until}
      from (select q.id
              from unnest(${[...leases.keys()]}::uuid[], ${[...leases.values()].map(String)}::bigint[]) h(id, token)
              join payments.payment q on q.id = h.id
             where q.lease_token = h.token
               and q.lease_until > ${now}
               and q.state not in ('completed', 'failed')
               for update of q skip locked) mine
     where p.id = mine.id`);
}

/**
 * Makes every pending payment due now and ends its lease, and says of each attempt that it is no longer on its way.
 * Returns how many were leased. One that is being written to is left to its lease.
 */
export async function updateTakenOver(db: Db, now: Date): Promise<number> {
  const rows = await db.query<{ was_leased: boolean }>(sql`
    update payments.payment p
       set due_at = least(p.due_at, ${now}),
           dispatch_deadline = case when p.dispatch_deadline > ${now} then ${now} else p.dispatch_deadline end,
           lease_until = null
      from (select id, coalesce(lease_until > ${now}, false) as was_leased
              from payments.payment
             where state not in ('completed', 'failed')
               for update skip locked) pending
     where p.id = pending.id
    returning pending.was_leased`);
  return rows.filter((row) => row.was_leased).length;
}

/**
 * Makes every pending payment due now that is not being written to: a node that just came up is asked about all of
 * them.
 */
export async function makeAllDue(db: Db, now: Date): Promise<void> {
  await db.query(sql`
    update payments.payment p
       set due_at = ${now}
      from (select id
              from payments.payment
             where state not in ('completed', 'failed')
               and due_at > ${now}
               for update skip locked) waiting
     where p.id = waiting.id`);
}

/**
 * Payments of finished hashes that wait for their next look-up, and those that are leased: their holder may have looked
 * them up before. Failed ones that are watched, when they settled after all. One that was just given to the node is not
 * among them: its driver gets the outcome itself, or looks it up in a second.
 */
export async function listWaiting(
  db: Db,
  { finished, settled, now }: { finished: readonly Uint8Array[]; settled: readonly Uint8Array[]; now: Date },
): Promise<PaymentId[]> {
  const rows = await db.query<{ id: PaymentId }>(sql`
    select id
      from payments.payment
     where payment_hash = any (${finished}::bytea[])
       and (state in ('in_flight', 'unknown') and (due_at > ${now} or lease_until > ${now})
            or watch_due_at > ${now} and payment_hash = any (${settled}::bytea[]))`);
  return rows.map((row) => row.id);
}

/**
 * Makes a payment due now. Its version grows, so that a holder that looked it up before cannot put it off any more. One
 * payment a statement: finishing payments locks many of them, in an order of its own.
 */
export async function hasten(db: Db, { id, now }: { id: PaymentId; now: Date }): Promise<void> {
  await db.query(sql`
    update payments.payment
       set due_at = case when due_at is not null then least(due_at, ${now}) end,
           watch_due_at = case when watch_due_at is not null then least(watch_due_at, ${now}) end,
           version = version + 1
     where id = ${id}
       and (state in ('in_flight', 'unknown') or watch_due_at is not null)`);
}
