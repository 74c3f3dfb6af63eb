import type { TransferId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { BatchedFunction } from "#platform/database/batch.ts";
import { type Db, sql, type Tx } from "#platform/database/db.ts";
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
  readonly because: string | undefined;
};

/** Writes down what was found up to `last`, in one transaction with the cursor. */
export async function saveComparison(
  db: Db,
  found: {
    foreign: readonly { paymentHash: Uint8Array; amount: Msats }[];
    last: { cursor: string; paymentHash: Uint8Array };
    now: Date;
  },
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { paymentHash, amount } of found.foreign)
      await tx.query(sql`
        insert into lightning.foreign_payment (payment_hash, amount_msats, found_at)
        values (${paymentHash}, ${amount}, ${found.now})
        on conflict (payment_hash) do nothing`);
    await tx.query(sql`
      update lightning.node
         set outgoing_cursor = ${found.last.cursor},
             outgoing_hash = ${found.last.paymentHash}`);
  });
}

/** What is not booked yet, oldest first. */
export async function listForeign(db: Db | Tx): Promise<ForeignPayment[]> {
  return await db.query<ForeignPayment>(sql`
    select payment_hash as "paymentHash",
           amount_msats as amount,
           found_at as "foundAt",
           because
      from lightning.foreign_payment
     where booked_at is null
     order by found_at, payment_hash`);
}

/** Writes down an operator's reason for a foreign payment; `leyden reconcile` then books it. False when the hash is unknown. */
export async function insertAdoption(
  db: Db,
  { paymentHash, because }: { paymentHash: Uint8Array; because: string },
): Promise<boolean> {
  const rows = await db.query(sql`
    update lightning.foreign_payment
       set because = ${because}
     where payment_hash = ${paymentHash}
       and booked_at is null
    returning 1`);
  return rows.length > 0;
}

export const bookEquityMany: BatchedFunction<
  { readonly transfer: TransferId; readonly channels: Msats; readonly onchain: Msats },
  "booked" | "was_booked"
> = {
  name: "lightning.book_equity_many",
  columns: {
    transfer: ["uuid", ({ transfer }) => transfer],
    channels: ["bigint", ({ channels }) => channels],
    onchain: ["bigint", ({ onchain }) => onchain],
  },
  decode: (row) => (row["outcome"] === 0 ? "booked" : "was_booked"),
};

export type BookForeign = {
  readonly paymentHash: Uint8Array;
  readonly transfer: TransferId;
  /** Zero for one that failed: nothing left the node. */
  readonly amount: Msats;
  readonly fee: Msats;
  readonly because: string;
};

export const bookForeignMany: BatchedFunction<BookForeign, "booked" | "was_booked" | "unknown"> = {
  name: "lightning.book_foreign_many",
  columns: {
    payment_hash: ["bytea", ({ paymentHash }) => paymentHash],
    transfer: ["uuid", ({ transfer }) => transfer],
    amount: ["bigint", ({ amount }) => amount],
    fee: ["bigint", ({ fee }) => fee],
    because: ["text", ({ because }) => because],
  },
  decode: (row) => (["booked", "was_booked", "unknown"] as const)[row["outcome"] as 0 | 1 | 2],
};
