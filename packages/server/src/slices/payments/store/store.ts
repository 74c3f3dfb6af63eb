import type { PaymentId, ProjectId } from "#kernel/ids.ts";
import { type Db, one, sql, type Tx } from "#platform/database/db.ts";
import type { Payment } from "../model/payment.ts";
import { type PaymentRow, toPayment } from "./payment-row.ts";

export async function findPayment(db: Db, id: PaymentId): Promise<Payment | undefined> {
  const [row] = await db.query<PaymentRow>(sql`
    select *
      from payments.payment
     where id = ${id}`);
  return row && toPayment(row);
}

export async function findPaymentOfProject(db: Db, project: ProjectId, id: PaymentId): Promise<Payment | undefined> {
  const payment = await findPayment(db, id);
  return payment?.projectId === project ? payment : undefined;
}

/** The newest payment of this invoice that the project made: an earlier one may have failed. */
export async function findPaymentByHash(
  db: Db,
  project: ProjectId,
  paymentHash: Uint8Array,
): Promise<Payment | undefined> {
  const [row] = await db.query<PaymentRow>(sql`
    select *
      from payments.payment
     where payment_hash = ${paymentHash}
       and project_id = ${project}
     order by id desc
     limit 1`);
  return row && toPayment(row);
}

/** A page of the project's payments, newest first, before the payment `before`. */
export async function listPayments(
  db: Db,
  { project, before, limit }: { project: ProjectId; before: PaymentId | undefined; limit: number },
): Promise<Payment[]> {
  const rows = await db.query<PaymentRow>(sql`
    select *
      from payments.payment
     where project_id = ${project}
       and (${before ?? null}::uuid is null or id < ${before ?? null}::uuid)
     order by id desc
     limit ${limit}`);
  return rows.map(toPayment);
}

/**
 * Takes up to `limit` payments whose time has come and that nobody holds. Every taker gets a token of its own, so that
 * whoever held the payment before can no longer write.
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
             where state not in ('completed', 'failed')
               and due_at <= ${now}
               and (lease_until is null or lease_until <= ${now})
             order by due_at
             limit ${limit}
               for update skip locked) due
     where p.id = due.id
    returning p.*`);
  return rows.map(toPayment);
}

/**
 * Keeps what this process holds, all in one statement. A lease that was lost is not taken back. A payment that somebody
 * is just writing to is left for the next time: waiting for it, with others locked, could wait for ever.
 */
export async function renewLeases(
  db: Db,
  { held, now, until }: { held: ReadonlyMap<PaymentId, bigint>; now: Date; until: Date },
): Promise<void> {
  if (held.size === 0) return;
  await db.query(sql`
    update payments.payment p
       set lease_until = ${until}
      from (select q.id
              from unnest(${[...held.keys()]}::uuid[], ${[...held.values()].map(String)}::bigint[]) h(id, token)
              join payments.payment q on q.id = h.id
             where q.lease_token = h.token
               and q.lease_until > ${now}
               and q.state not in ('completed', 'failed')
               for update of q skip locked) mine
     where p.id = mine.id`);
}

/**
 * Frees every open payment for whoever drives it next, at once, and says of each order that it is no longer on its way.
 * Returns how many somebody held. One that is just being written to is left to its lease.
 */
export async function freeAll(db: Db, now: Date): Promise<number> {
  const rows = await db.query<{ was_held: boolean }>(sql`
    update payments.payment p
       set due_at = least(p.due_at, ${now}),
           order_until = case when p.order_until > ${now} then ${now} else p.order_until end,
           lease_until = null
      from (select id, coalesce(lease_until > ${now}, false) as was_held
              from payments.payment
             where state not in ('completed', 'failed')
               for update skip locked) open
     where p.id = open.id
    returning open.was_held`);
  return rows.filter((row) => row.was_held).length;
}

/** Makes every open payment due at once that nobody is writing to: a node that just came up is asked about all of them. */
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
 * Payments of ended hashes that wait for their next look-up, and those that somebody holds: he may have looked before. Failed ones
 * that are watched, when they settled after all. One that was just given to the node is not among them: its driver hears of
 * the end himself, or looks again in a second.
 */
export async function listWaiting(
  db: Db,
  { ended, settled, now }: { ended: readonly Uint8Array[]; settled: readonly Uint8Array[]; now: Date },
): Promise<PaymentId[]> {
  const rows = await db.query<{ id: PaymentId }>(sql`
    select id
      from payments.payment
     where payment_hash = any (${ended}::bytea[])
       and (state in ('in_flight', 'unknown') and (due_at > ${now} or lease_until > ${now})
            or watch_due_at > ${now} and payment_hash = any (${settled}::bytea[]))`);
  return rows.map((row) => row.id);
}

/**
 * Has a payment looked at now. Its version grows, so that whoever looked before cannot put it off any more. One payment
 * a statement: those who end payments lock many of them, in an order of their own.
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

/** A failed payment whose hash is watched. */
export type WatchedPayment = {
  readonly id: PaymentId;
  readonly paymentHash: Uint8Array;
  readonly failedAt: Date;
  readonly until: Date;
};

/** Takes watched hashes that are due, so that nobody else asks about them before `leaseUntil`. */
export async function leaseWatched(
  db: Db,
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<WatchedPayment[]> {
  return await db.query<WatchedPayment>(sql`
    update payments.payment p
       set watch_due_at = ${leaseUntil}
      from (select id
              from payments.payment
             where watch_due_at <= ${now}
             order by watch_due_at
             limit ${limit}
               for update skip locked) due
     where p.id = due.id
    returning p.id, p.payment_hash as "paymentHash", p.processed_at as "failedAt", p.watch_until as "until"`);
}

/** Says when a hash is looked at again, unless it was hastened or has its end since `leaseUntil` was written. */
export async function watchAgain(
  db: Db,
  { id, leaseUntil, dueAt }: { id: PaymentId; leaseUntil: Date; dueAt: Date | undefined },
): Promise<void> {
  await db.query(sql`
    update payments.payment
       set watch_due_at = ${dueAt ?? null}
     where id = ${id}
       and watch_due_at = ${leaseUntil}`);
}

/** Whether another payment with this hash has been paid. */
export async function isPaidByAnother(
  db: Db,
  { id, paymentHash }: { id: PaymentId; paymentHash: Uint8Array },
): Promise<boolean> {
  const rows = await db.query(sql`
    select 1
      from payments.payment
     where payment_hash = ${paymentHash}
       and id <> ${id}
       and state = 'completed'`);
  return rows.length > 0;
}

/** Hashes of payments that settled over Lightning: the newest, and those made right before and right after this one. */
export async function listSettledHashesAround(db: Db, id: PaymentId, limit: number): Promise<Uint8Array[]> {
  const rows = await db.query<{ payment_hash: Uint8Array }>(sql`
    (select payment_hash from payments.payment where preimage is not null and id < ${id} order by id desc limit ${limit})
     union
    (select payment_hash from payments.payment where preimage is not null and id > ${id} order by id limit ${limit})
     union
    (select payment_hash from payments.payment where preimage is not null order by id desc limit ${limit})`);
  return rows.map((row) => row.payment_hash);
}

/** Which of these hashes we have given to the node at some time, unless it refused because it knew them from elsewhere. */
export async function listKnownHashes(db: Db, hashes: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const rows = await db.query<{ payment_hash: Uint8Array }>(sql`
    select distinct payment_hash
      from payments.payment
     where payment_hash = any (${hashes}::bytea[])
       and attempt > 0
       and failure_code is distinct from 'invoice_already_paid'`);
  return rows.map((row) => row.payment_hash);
}

/** How many payments have not ended, and the age of the oldest in seconds. */
export async function countOpen(db: Db, now: Date): Promise<{ open: number; oldestSeconds: number }> {
  const [row] = await db.query<{ open: bigint; oldest: Date | null }>(sql`
    select count(*) as open, min(created_at) as oldest
      from payments.payment
     where state not in ('completed', 'failed')`);
  const oldest = row?.oldest ?? now;
  return { open: Number(row?.open ?? 0n), oldestSeconds: Math.max(0, (now.getTime() - oldest.getTime()) / 1000) };
}

/** Payments that must keep their idempotency key, because they have not ended. */
export async function listOpenIds(db: Db): Promise<PaymentId[]> {
  const rows = await db.query<{ id: PaymentId }>(sql`
    select id
      from payments.payment
     where state not in ('completed', 'failed')`);
  return rows.map((row) => row.id);
}

/** Writes an incident down, unless it was written in the same words before. */
export async function insertIncident(
  db: Db,
  incident: { id: string; payment: PaymentId; kind: string; detail: string; at: Date },
): Promise<void> {
  await db.query(sql`
    insert into payments.incident (id, payment_id, kind, detail, created_at)
    select ${incident.id}::uuid, ${incident.payment}::uuid, ${incident.kind}::text, ${incident.detail}, ${incident.at}
     where not exists (
       select 1
         from payments.incident
        where payment_id = ${incident.payment}::uuid
          and kind = ${incident.kind}::text
          and detail = ${incident.detail}::text)`);
}

export type EndBreach = { id: PaymentId; state: string | null; reserved: bigint | null; ended: bigint | null };

/**
 * Payments whose postings are not one reservation and one end that gives out what was reserved, and postings of payments
 * that do not exist (`state` null). To a recipient here the reservation is the end as well.
 */
export async function listEndBreaches(tx: Tx, limit: number): Promise<EndBreach[]> {
  return await tx.query<EndBreach>(sql`
      with booked as (
        select l.cause,
               count(*) filter (where l.cause_kind = 'payment') as reservations,
               (sum(l.amount) filter (where l.cause_kind = 'payment'))::bigint as reserved,
               (sum(l.amount) filter (where l.cause_kind = 'payment_end' and l.debit = ledger.system('reserved')))::bigint as ended,
               count(distinct l.transfer) filter (where l.cause_kind = 'payment_end') as ends
          from ledger.caused_by(array['payment', 'payment_end']) l
         group by l.cause)
      select coalesce(p.id, b.cause) as id, p.state, b.reserved, b.ended
        from payments.payment p
        full join booked b on b.cause = p.id
       where p.id is null
          or b.reservations is distinct from 1
          or b.reserved is distinct from p.amount_msats + p.fee_limit_msats
          or case
               when p.state in ('completed', 'failed') and not (p.recipient_no is not null and p.invoice is null)
                 then b.ends is distinct from 1 or b.ended is distinct from b.reserved
               else b.ends is distinct from 0
             end
       limit ${limit}`);
}

/** Payments that have ended and took something else than amount and fee, or than nothing when they failed. */
export async function listAmountBreaches(
  tx: Tx,
  limit: number,
): Promise<{ id: PaymentId; state: string; kept: bigint }[]> {
  return await tx.query(sql`
      with back as (
        select l.cause, sum(l.amount)::bigint as amount
          from ledger.caused_by(array['payment_end']) l
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

/** Payments that are open a day after their invoice ended, without an incident. */
export async function listOverdue(tx: Tx, limit: number): Promise<{ id: PaymentId; state: string }[]> {
  return await tx.query(sql`
      select p.id, p.state
        from payments.payment p
       where p.state not in ('completed', 'failed')
         and coalesce(p.invoice_expires_at, p.created_at) < now() - interval '24 hours'
         and not exists (select from payments.incident n where n.payment_id = p.id)
       limit ${limit}`);
}

/** What the open payments reserved, and what the account of reservations holds. */
export async function findReserved(tx: Tx): Promise<{ open: bigint; held: bigint }> {
  const rows = await tx.query<{ open: bigint; held: bigint }>(sql`
    select coalesce(sum(amount_msats + fee_limit_msats), 0)::bigint as open,
           ledger.balance(ledger.system('reserved')) as held
      from payments.payment
     where state not in ('completed', 'failed')`);
  return one(rows);
}
