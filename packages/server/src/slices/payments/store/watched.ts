import type { PaymentId } from "#kernel/ids.ts";
import { type Db, sql } from "#platform/database/db.ts";

/** A failed payment whose hash is watched. */
export type WatchedPayment = {
  readonly id: PaymentId;
  readonly paymentHash: Uint8Array;
  readonly failedAt: Date;
  readonly until: Date;
};

/** Takes watched hashes that are due; no other process looks them up before `leaseUntil`. */
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

/** Says when a hash is looked up next, unless it was hastened or has its outcome since `leaseUntil` was written. */
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
