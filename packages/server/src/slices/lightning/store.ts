import type { Msats } from "#kernel/money.ts";
import { type Db, sql, type Tx } from "#platform/database/db.ts";
import type { OperatorBooking } from "./model/operator-booking.ts";
import type { Network } from "./port.ts";

/** The node that this service was bound to at its first start. */
export type BoundNode = {
  readonly nodeId: string;
  readonly network: Network;
  readonly instanceId: string;
  readonly boundAt: Date;
  readonly outgoingCursor: string;
  /** Of the last payment that was compared; the node must go on knowing it. */
  readonly outgoingHash: Uint8Array | null;
};

export async function findNode(db: Db): Promise<BoundNode | undefined> {
  const [row] = await db.query<BoundNode>(sql`
    select node_id as "nodeId",
           network,
           instance_id as "instanceId",
           bound_at as "boundAt",
           outgoing_cursor as "outgoingCursor",
           outgoing_hash as "outgoingHash"
      from lightning.node`);
  return row;
}

/** Binds the service to a node, unless it is bound already. */
export async function insertNode(
  db: Db,
  node: { nodeId: string; network: Network; instanceId: string; now: Date },
): Promise<void> {
  await db.query(sql`
    insert into lightning.node (id, node_id, network, instance_id, bound_at)
    values (1, ${node.nodeId}, ${node.network}, ${node.instanceId}, ${node.now})
    on conflict (id) do nothing`);
}

export type ForeignPayment = {
  readonly paymentHash: Uint8Array;
  readonly amount: Msats;
  readonly foundAt: Date;
  /** Why an operator adopted it. */
  readonly reason: string | undefined;
};

/**
 * Records payments that nothing of ours explains. One that is recorded stays as it is, but for one that was booked as failed: the
 * node has tried it again.
 */
export async function insertForeign(
  tx: Tx,
  payments: readonly { paymentHash: Uint8Array; amount: Msats }[],
  now: Date,
): Promise<void> {
  await tx.query(sql`
    insert into lightning.foreign_payment (payment_hash, amount_msats, found_at)
    select u.hash, u.amount, ${now}
      from unnest(${payments.map(({ paymentHash }) => paymentHash)}::bytea[], ${payments.map(({ amount }) => String(amount))}::bigint[])
           as u(hash, amount)
    on conflict (payment_hash) do update
       set amount_msats = excluded.amount_msats,
           found_at = excluded.found_at,
           reason = null,
           booked_at = null
     where foreign_payment.booked_at is not null
       and foreign_payment.transfer_id is null`);
}

/** Notes how far the node's list of payments was compared. */
export async function updateComparison(
  tx: Tx,
  last: { readonly cursor: string; readonly paymentHash: Uint8Array },
): Promise<void> {
  await tx.query(sql`
    update lightning.node
       set outgoing_cursor = ${last.cursor},
           outgoing_hash = ${last.paymentHash}`);
}

/** What is not booked yet, oldest first. */
export async function listForeign(db: Db | Tx): Promise<ForeignPayment[]> {
  const rows = await db.query<Omit<ForeignPayment, "reason"> & { reason: string | null }>(sql`
    select payment_hash as "paymentHash",
           amount_msats as amount,
           found_at as "foundAt",
           reason
      from lightning.foreign_payment
     where booked_at is null
     order by found_at, payment_hash`);
  return rows.map(({ reason, ...row }) => ({ ...row, reason: reason ?? undefined }));
}

/** Records an operator's reason for a foreign payment; `leyden reconcile` then books it. False when the hash is unknown. */
export async function updateAdoption(
  db: Db,
  { paymentHash, reason }: { paymentHash: Uint8Array; reason: string },
): Promise<boolean> {
  const rows = await db.query(sql`
    update lightning.foreign_payment
       set reason = ${reason}
     where payment_hash = ${paymentHash}
       and booked_at is null
    returning 1`);
  return rows.length > 0;
}

/** What operators booked of their own money, newest first. */
export async function listOperatorBookings(db: Db, limit: number): Promise<OperatorBooking[]> {
  return await db.query<OperatorBooking>(sql`
    select id, kind, amount_msats as amount, reason, booked_at as "bookedAt"
      from lightning.operator_booking
     order by booked_at desc, id
     limit ${limit}`);
}

/** Bookings without a transfer of their kind and amount, and such transfers without a booking. */
export async function listBookingBreaches(tx: Tx, limit: number): Promise<{ readonly id: string }[]> {
  return await tx.query(sql`
    select coalesce(b.id, p.cause) as id
      from lightning.operator_booking b
      full join ledger.caused_by(array['equity_deposit', 'equity_withdrawal', 'chain_cost']) p
        on p.cause = b.id
       and p.transfer = b.id
       and p.cause_kind = b.kind
       and p.amount = b.amount_msats
     where b.id is null
        or p.cause is null
     order by 1
     limit ${limit}`);
}
