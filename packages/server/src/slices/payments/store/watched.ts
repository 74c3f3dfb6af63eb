import type { AccountNo, PaymentId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { type Db, part, sql } from "#platform/database/db.ts";
import { type Lease, leaseDue } from "#platform/database/lease-due.ts";

/** A payment whose hash is watched: it has failed, or an operator has completed it. */
export type WatchedPayment = {
  readonly id: PaymentId;
  readonly state: "failed" | "completed";
  readonly paymentHash: Uint8Array;
  readonly finishedAt: Date;
  readonly until: Date;
};

const PAYMENTS = part`payments.payment`;
const DUE_FOR_WATCH = { dueAt: part`watch_due_at` };

export async function leaseWatched(db: Db, lease: Lease): Promise<WatchedPayment[]> {
  return await db.query<WatchedPayment>(sql`
    ${leaseDue(PAYMENTS, lease, DUE_FOR_WATCH)}
    returning leased.id, leased.state, leased.payment_hash as "paymentHash", leased.processed_at as "finishedAt",
              leased.watch_until as "until"`);
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

/** What the node had paid before a restore that a new payment of this account and amount may be, by hash. */
export async function listMaybePaid(
  db: Db,
  { account, amount, now }: { readonly account: AccountNo; readonly amount: Msats; readonly now: Date },
): Promise<readonly Uint8Array[]> {
  const rows = await db.query<{ hash: Uint8Array }>(sql`
    select m.payment_hash as hash
      from payments.maybe_paid(ledger.compared_from(${now}), ${amount}, ${account}) m
     order by m.payment_hash`);
  return rows.map(({ hash }) => hash);
}
