import { idRange, type PaymentId, type TransferId, type WalletId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { PostingNo } from "#ledger";
import type { NotSentReason } from "#lightning";
import { type Db, part, sql } from "#platform/database/db.ts";
import type { PaymentFailureCode } from "../model/failure-codes.ts";
import type { Payment } from "../model/payment.ts";
import { type PaymentRow, toPayment } from "./payment-row.ts";

/** Ordered at the node of now, or at none: it says nothing about what was ordered at one that was replaced. */
const OF_THE_NODE = part`(node_no is null or node_no = lightning.current_node())`;

export async function findPayment(db: Db, id: PaymentId): Promise<Payment | undefined> {
  const [row] = await db.query<PaymentRow>(sql`
    select *
      from payments.payment
     where id = ${id}`);
  return row && toPayment(row);
}

/** Payments by their ids; what does not exist is not in it. */
export async function listPaymentsById(db: Db, ids: readonly PaymentId[]): Promise<ReadonlyMap<PaymentId, Payment>> {
  const rows = await db.query<PaymentRow>(sql`
    select *
      from payments.payment
     where id = any (${ids}::uuid[])`);
  return new Map(rows.map((row) => [row.id, toPayment(row)]));
}

export async function findPaymentOfWallet(db: Db, wallet: WalletId, id: PaymentId): Promise<Payment | undefined> {
  const payment = await findPayment(db, id);
  return payment?.payer.wallet?.id === wallet ? payment : undefined;
}

/** The newest payment of this hash that the wallet made: an earlier one may have failed. */
export async function findPaymentByHash(
  db: Db,
  wallet: WalletId,
  paymentHash: Uint8Array,
): Promise<Payment | undefined> {
  const [row] = await db.query<PaymentRow>(sql`
    select *
      from payments.payment
     where payment_hash = ${paymentHash}
       and wallet_id = ${wallet}
     order by id desc
     limit 1`);
  return row && toPayment(row);
}

/** The wallet's payment to a gamertag that has this id, or whose transfer has it. */
export async function findGamertagPayment(
  db: Db,
  wallet: WalletId,
  id: PaymentId | TransferId,
): Promise<Payment | undefined> {
  const [row] = await db.query<PaymentRow>(sql`
    select *
      from payments.payment
     where (id = ${id} or transfer_id = ${id})
       and destination_kind = 'gamertag'
       and wallet_id = ${wallet}`);
  return row && toPayment(row);
}

/** What the statement of a wallet says about a payment of its own. */
export type PaymentCause = {
  readonly id: PaymentId;
  /** The address, wallet, gamertag (as it was then) or node that is paid; undefined for an invoice. */
  readonly destination: string | undefined;
  readonly internalId: string | undefined;
  readonly isFailed: boolean;
  /** The withdrawal request that it pays out. */
  readonly withdrawal: string | undefined;
  /** It left before the database was restored, and was brought back. */
  readonly isBroughtBack: boolean;
};

/** Those of these payments that the wallet made, by their ids. */
export async function listPaymentCauses(
  db: Db,
  wallet: WalletId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PaymentCause>> {
  type Row = Pick<PaymentCause, "id" | "isFailed" | "isBroughtBack"> & {
    readonly [text in "destination" | "internalId" | "withdrawal"]: string | null;
  };
  const rows = await db.query<Row>(sql`
    select id, internal_id as "internalId", state = 'failed' as "isFailed",
           brought_back_at is not null as "isBroughtBack",
           case origin_kind when 'withdrawal' then origin_id end as withdrawal,
           case destination_kind when 'gamertag' then split_part(destination, ' ', 2) else destination end as destination
      from payments.payment
     where id = any (${ids}::uuid[])
       and wallet_id = ${wallet}`);
  const causeOf = ({ id, isFailed, isBroughtBack, destination, internalId, withdrawal }: Row): PaymentCause => ({
    id,
    isFailed,
    isBroughtBack,
    destination: destination ?? undefined,
    internalId: internalId ?? undefined,
    withdrawal: withdrawal ?? undefined,
  });
  return new Map(rows.map((row) => [row.id, causeOf(row)]));
}

/**
 * The posting that reserved for the wallet's first payment after `time`: what the ledger has after it is later, too.
 */
export async function findPostingAfter(db: Db, wallet: WalletId, time: Date): Promise<PostingNo | undefined> {
  const { from } = idRange({ from: time });
  const [row] = await db.query<{ no: PostingNo }>(sql`
    select reserve_no as no
      from payments.payment
     where wallet_id = ${wallet}
       and id >= ${from}
       and created_at >= ${time}
       and brought_back_at is null -- posted later than it was made
     order by wallet_id, id
     limit 1`);
  return row?.no;
}

/** What became of a payment, for what started it. */
export type Outcome =
  | { readonly kind: "pending" }
  | { readonly kind: "completed"; readonly fee: Msats; readonly at: Date }
  | { readonly kind: "failed"; readonly code: PaymentFailureCode; readonly at: Date };

type OutcomeRow = {
  readonly id: PaymentId;
  readonly state: string;
  readonly fee: Msats | null;
  readonly code: PaymentFailureCode | null;
  readonly at: Date | null;
};

/**
 * The outcomes of payments, by id; what does not exist is not in it. What started a payment asks here: it is not
 * called.
 */
export async function findOutcomes(db: Db, ids: readonly PaymentId[]): Promise<ReadonlyMap<PaymentId, Outcome>> {
  const rows = await db.query<OutcomeRow>(sql`
    select id, state, fee_msats as fee, failure_code as code, processed_at as at
      from payments.payment
     where id = any (${ids}::uuid[])`);
  return new Map(rows.map((row) => [row.id, toOutcome(row)]));
}

function toOutcome({ fee, code, at }: OutcomeRow): Outcome {
  if (at === null) return { kind: "pending" };
  return code === null ? { kind: "completed", fee: fee as Msats, at } : { kind: "failed", code, at };
}

/** Pending payments of all wallets, oldest first. */
export async function listPendingPayments(db: Db, limit: number): Promise<Payment[]> {
  const rows = await db.query<PaymentRow>(sql`
    select *
      from payments.payment
     where state not in ('completed', 'failed')
     order by id
     limit ${limit}`);
  return rows.map(toPayment);
}

/** How many payments are pending, and the age of the oldest in seconds. */
export async function countPending(db: Db, now: Date): Promise<{ pending: number; oldestSeconds: number }> {
  const [row] = await db.query<{ pending: bigint; oldest: Date | null }>(sql`
    select count(*) as pending, min(created_at) as oldest
      from payments.payment
     where state not in ('completed', 'failed')`);
  const oldest = row?.oldest ?? now;
  return { pending: Number(row?.pending ?? 0n), oldestSeconds: Math.max(0, (now.getTime() - oldest.getTime()) / 1000) };
}

/** Payments that must keep their idempotency key, because they are pending. */
export async function listPendingIds(db: Db): Promise<PaymentId[]> {
  const rows = await db.query<{ id: PaymentId }>(sql`
    select id
      from payments.payment
     where state not in ('completed', 'failed')`);
  return rows.map((row) => row.id);
}

/**
 * Which of these hashes, which the node pays or has paid, payments of ours explain: those that may have left, and those
 * that are paid. One that never left, or has failed, explains it in a ledger that has not gone back alone: it is looked
 * up, or watched.
 */
export async function listKnownHashes(
  db: Db,
  hashes: readonly Uint8Array[],
  { isSameBook }: { readonly isSameBook: boolean },
): Promise<Uint8Array[]> {
  const rows = await db.query<{ payment_hash: Uint8Array }>(sql`
    select distinct payment_hash
      from payments.payment
     where payment_hash = any (${hashes}::bytea[])
       and ${OF_THE_NODE}
       and (${isSameBook}
            or state = 'completed'
            or hash_is_frozen
            or state in ('dispatched', 'in_flight', 'unknown') and attempt > attempts_not_sent)`);
  return rows.map((row) => row.payment_hash);
}

/** What a line of a dispatch is compared with. */
export type Dispatched = {
  readonly id: PaymentId;
  readonly isFinished: boolean;
  readonly isOnHold: boolean;
  readonly isBroughtBack: boolean;
  readonly paymentHash: Uint8Array | undefined;
  readonly attempts: number;
};

/** These payments as far as they have left; what does not exist is not in it. */
export async function listDispatched(db: Db, ids: readonly string[]): Promise<readonly Dispatched[]> {
  const rows = await db.query<Omit<Dispatched, "paymentHash"> & { paymentHash: Uint8Array | null }>(sql`
    select id, state in ('completed', 'failed') as "isFinished", on_hold_for is not null as "isOnHold",
           brought_back_at is not null as "isBroughtBack", payment_hash as "paymentHash", attempt as attempts
      from payments.payment
     where id = any (${ids}::uuid[])`);
  return rows.map(({ paymentHash, ...row }) => ({ ...row, paymentHash: paymentHash ?? undefined }));
}

/** Payments that the node has settled, in the order of their ids. */
export async function listSettled(
  db: Db,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly { readonly id: PaymentId; readonly paymentHash: Uint8Array }[]> {
  return await db.query(sql`
    select id, payment_hash as "paymentHash"
      from payments.payment
     where state = 'completed'
       and payment_hash is not null
       and not is_own_invoice
       and ${OF_THE_NODE}
       and id > ${after}
     order by id
     limit ${limit}`);
}

/** Which of these hashes belong to a payment that `listSettled` lists. */
export async function listSettledHashes(db: Db, hashes: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const rows = await db.query<{ payment_hash: Uint8Array }>(sql`
    select payment_hash
      from payments.payment
     where payment_hash = any (${hashes}::bytea[])
       and state = 'completed'
       and ${OF_THE_NODE}
       and not is_own_invoice`);
  return rows.map((row) => row.payment_hash);
}

/** Whether another payment of this hash has failed. */
export async function hasFailedBefore(
  db: Db,
  { id, paymentHash }: { id: PaymentId; paymentHash: Uint8Array },
): Promise<boolean> {
  const rows = await db.query(sql`
    select 1
      from payments.payment
     where payment_hash = ${paymentHash}
       and id <> ${id}
       and state = 'failed'
     limit 1`);
  return rows.length > 0;
}

const SETTLED = part`select payment_hash from payments.payment where preimage is not null and ${OF_THE_NODE}`;

/** Hashes of payments that settled over Lightning: the newest, and those made right before and right after this one. */
export async function listSettledHashesAround(db: Db, id: PaymentId, limit: number): Promise<Uint8Array[]> {
  const rows = await db.query<{ payment_hash: Uint8Array }>(sql`
    (${SETTLED} and id < ${id} order by id desc limit ${limit})
     union
    (${SETTLED} and id > ${id} order by id limit ${limit})
     union
    (${SETTLED} order by id desc limit ${limit})`);
  return rows.map((row) => row.payment_hash);
}

/** Whether another payment that is pending or completed has this hash. */
export async function findHashUse(
  db: Db,
  { id, paymentHash }: { id: PaymentId; paymentHash: Uint8Array },
): Promise<"in_use" | "already_paid" | undefined> {
  const [row] = await db.query<{ use: "in_use" | "already_paid" | null }>(sql`
    select payments.claim_of_hash(${paymentHash}, ${id}) as use`);
  return row?.use ?? undefined;
}

/** One attempt, for the operator. */
export type Attempt = {
  readonly number: number;
  readonly paymentHash: Uint8Array;
  readonly dispatchedAt: Date;
  readonly reference: string | null;
  readonly notSentReason: NotSentReason | null;
};

export async function listAttempts(db: Db, id: PaymentId): Promise<Attempt[]> {
  return await db.query<Attempt>(sql`
    select number, payment_hash as "paymentHash", dispatched_at as "dispatchedAt", reference,
           not_sent_reason as "notSentReason"
      from payments.attempt
     where payment_id = ${id}
     order by number`);
}

/** Stores the node's own reference of an attempt. */
export async function updateReference(
  db: Db,
  { id, attempt, reference }: { id: PaymentId; attempt: number; reference: string },
): Promise<void> {
  await db.query(sql`
    with stored as (
      update payments.attempt
         set reference = ${reference}
       where payment_id = ${id}
         and number = ${attempt})
    update payments.payment
       set node_reference = ${reference}
     where id = ${id}
       and attempt = ${attempt}`);
}

/** Runs `payments.put_on_hold`. */
export async function updateOnHold(db: Db, reason: "restore"): Promise<void> {
  await db.query(sql`select payments.put_on_hold(${reason})`);
}

/** Those that were brought back are not among them: they are never sent, and hold nobody else. */
export async function listIdsOnHold(db: Db): Promise<PaymentId[]> {
  const rows = await db.query<{ id: PaymentId }>(sql`
    select id
      from payments.payment
     where state not in ('completed', 'failed')
       and on_hold_for is not null
       and brought_back_at is null`);
  return rows.map((row) => row.id);
}

/**
 * Amounts of payments on hold that have no invoice, of all or of one: the node may have paid them under a hash that the
 * database does not have.
 */
export async function listAmountsOnHold(db: Db, id?: PaymentId): Promise<ReadonlySet<Msats>> {
  const rows = await db.query<{ amount: Msats }>(sql`
    select distinct amount_msats as amount
      from payments.payment
     where state not in ('completed', 'failed')
       and on_hold_for is not null
       and payment_hash is null
       and (${id}::uuid is null or id = ${id})`);
  return new Set(rows.map((row) => row.amount));
}

/** Runs `payments.release_on_hold`. */
export async function updateReleased(
  db: Db,
  { id, now }: { id: PaymentId | undefined; now: Date },
): Promise<PaymentId[]> {
  const rows = await db.query<{ id: PaymentId }>(sql`
    select id
      from payments.release_on_hold(${now}, ${id === undefined ? null : [id]}::uuid[])`);
  return rows.map((row) => row.id);
}

/** Also those that were brought back: they wait for the node, or for the operator. */
export async function countOnHold(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count
      from payments.payment
     where state not in ('completed', 'failed')
       and on_hold_for is not null`);
  return row?.count ?? 0;
}
