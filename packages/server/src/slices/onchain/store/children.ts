import { bytesToHex } from "@noble/hashes/utils.js";
import type { PaymentId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { type Db, part, sql } from "#platform/database/db.ts";
import { isDueIn, type Lease, leaseDue } from "#platform/database/lease-due.ts";
import type { ChildProgress, OnchainChild } from "../model/onchain-child.ts";

type ChildRow = {
  readonly payment_id: PaymentId;
  readonly parent_txid: Uint8Array;
  readonly txid: Uint8Array;
  readonly transaction: Uint8Array;
  readonly cost_msats: Msats;
  readonly state: ChildProgress["kind"];
  readonly tries: number;
  readonly created_at: Date;
  readonly finished_at: Date | null;
};

function toChild(row: ChildRow): OnchainChild {
  return {
    paymentId: row.payment_id,
    parentTxid: bytesToHex(row.parent_txid),
    txid: bytesToHex(row.txid),
    transaction: row.transaction,
    cost: row.cost_msats,
    createdAt: row.created_at,
    progress: toProgress(row),
  };
}

function toProgress({ payment_id, state, tries, finished_at }: ChildRow): ChildProgress {
  if (state === "dispatched") return { kind: state, tries };
  if (finished_at === null) throw new Error(`the child of on-chain payment ${payment_id} is ${state} without its time`);
  return { kind: state, finishedAt: finished_at };
}

/** Of these payments: those that have one. */
export async function findChildren(db: Db, ids: readonly PaymentId[]): Promise<ReadonlyMap<PaymentId, OnchainChild>> {
  const rows = await db.query<ChildRow>(sql`
    select c.*, q.txid as parent_txid
      from onchain.child c
      join onchain.payment q
        on q.id = c.payment_id
     where c.payment_id = any (${ids}::uuid[])`);
  return new Map(rows.map((row) => [row.payment_id, toChild(row)]));
}

const CHILDREN = part`onchain.child`;
const KEY = part`payment_id`;

export const isChildDue = (now: Date) => isDueIn(CHILDREN, now);

/** Takes children that are due; they are due again at `leaseUntil`, when nothing else is written. */
export async function leaseDueChildren(db: Db, lease: Lease): Promise<readonly OnchainChild[]> {
  const leased = await db.query<{ readonly payment_id: PaymentId }>(sql`
    ${leaseDue(CHILDREN, lease, { key: KEY })}
    returning leased.payment_id`);
  if (leased.length === 0) return [];
  const children = await findChildren(
    db,
    leased.map(({ payment_id }) => payment_id),
  );
  return [...children.values()];
}

/** When a child is looked at next. Nothing is written when it has ended. */
export async function lookAtChildAgain(db: Db, id: PaymentId, dueAt: Date): Promise<void> {
  await db.query(sql`
    update onchain.child
       set due_at = ${dueAt},
           tries = tries + 1
     where payment_id = ${id}
       and state = 'dispatched'`);
}
