import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { PaymentId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { type Db, part, sql } from "#platform/database/db.ts";
import { isDueIn, type Lease, leaseDue } from "#platform/database/lease-due.ts";
import type { OnchainOrigin, OnchainPayment, OnchainProgress } from "../model/onchain-payment.ts";

type PaymentRow = {
  readonly id: PaymentId;
  readonly origin_kind: OnchainOrigin["kind"];
  readonly origin_id: string;
  readonly address: string;
  readonly amount_msats: Msats;
  readonly fee_msats: Msats;
  readonly txid: Uint8Array;
  readonly transaction: Uint8Array;
  readonly state: OnchainProgress["kind"];
  readonly tries: number;
  readonly at_former: boolean;
  readonly created_at: Date;
  readonly finished_at: Date | null;
};

function toPayment(row: PaymentRow): OnchainPayment {
  return {
    id: row.id,
    origin: { kind: row.origin_kind, id: row.origin_id },
    address: row.address,
    amount: row.amount_msats,
    fee: row.fee_msats,
    txid: bytesToHex(row.txid),
    transaction: row.transaction,
    createdAt: row.created_at,
    isAtFormerNode: row.at_former,
    progress: toProgress(row),
  };
}

function toProgress({ id, state, tries, finished_at }: PaymentRow): OnchainProgress {
  if (state === "dispatched") return { kind: state, tries };
  if (finished_at === null) throw new Error(`on-chain payment ${id} is ${state} without finished_at`);
  return { kind: state, finishedAt: finished_at };
}

export async function findOnchainPayment(db: Db, id: PaymentId): Promise<OnchainPayment | undefined> {
  const [row] = await db.query<PaymentRow>(sql`
    select q.*, lightning.is_replaced(q.node_no) as at_former
      from onchain.payment q
     where q.id = ${id}`);
  return row && toPayment(row);
}

/** Those that may be on their way, oldest first. */
export async function listUnderWay(db: Db, limit: number): Promise<readonly OnchainPayment[]> {
  const rows = await db.query<PaymentRow>(sql`
    select q.*, lightning.is_replaced(q.node_no) as at_former
      from onchain.payment q
     where q.state = 'dispatched'
     order by q.created_at, q.id
     limit ${limit}`);
  return rows.map(toPayment);
}

/** What became of a payment. */
export type OnchainOutcome = (
  | { readonly kind: "pending" }
  | { readonly kind: "completed"; readonly fee: Msats }
  | { readonly kind: "failed"; readonly code: "conflict" }
) & { readonly txid: string };

/** Of those that exist. Door for the slices that start payments. */
export async function findOnchainOutcomes(
  db: Db,
  ids: readonly PaymentId[],
): Promise<ReadonlyMap<PaymentId, OnchainOutcome>> {
  const rows = await db.query<Pick<PaymentRow, "id" | "state" | "fee_msats" | "txid">>(sql`
    select id, state, fee_msats, coalesce(replaced_by, txid) as txid
      from onchain.payment
     where id = any (${ids}::uuid[])`);
  return new Map(rows.map((row) => [row.id, toOutcome(row)]));
}

function toOutcome({ state, fee_msats, txid }: Pick<PaymentRow, "state" | "fee_msats" | "txid">): OnchainOutcome {
  const named = { txid: bytesToHex(txid) };
  switch (state) {
    case "dispatched":
      return { kind: "pending", ...named };
    case "completed":
      return { kind: "completed", fee: fee_msats, ...named };
    case "failed":
      return { kind: "failed", code: "conflict", ...named };
  }
}

/** What a transaction pays for; undefined for one that is no payment here. */
export async function findOriginOf(db: Db, txid: string): Promise<OnchainOrigin | undefined> {
  const [row] = await db.query<OnchainOrigin>(sql`
    select origin_kind as kind, origin_id as id
      from onchain.payment
     where txid = ${hexToBytes(txid)}`);
  return row;
}

/** Those of these transactions that are payments here, or took the place of one. Runs `onchain.list_known`. */
export async function listKnownTransactions(db: Db, txids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ readonly txid: Uint8Array }>(sql`
    select txid
      from onchain.list_known(${txids.map((txid) => hexToBytes(txid))}::bytea[])`);
  return new Set(rows.map(({ txid }) => bytesToHex(txid)));
}

const PAYMENTS = part`onchain.payment`;

export const isPaymentDue = (now: Date) => isDueIn(PAYMENTS, now);

/** Takes payments that are due; they are due again at `leaseUntil`, when nothing else is written. */
export async function leaseDuePayments(db: Db, lease: Lease): Promise<OnchainPayment[]> {
  const rows = await db.query<PaymentRow>(sql`
    ${leaseDue(PAYMENTS, lease)}
    returning leased.*, lightning.is_replaced(leased.node_no) as at_former`);
  return rows.map(toPayment);
}

/** When a payment is looked at next. Nothing is written when it has finished. */
export async function lookAgainAt(db: Db, id: PaymentId, dueAt: Date): Promise<void> {
  await db.query(sql`
    update onchain.payment
       set due_at = ${dueAt},
           tries = tries + 1
     where id = ${id}
       and state = 'dispatched'`);
}
