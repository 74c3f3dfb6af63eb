import { hexToBytes } from "@noble/hashes/utils.js";
import type { EventId } from "#events";
import type { PaymentId, ProjectId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { HEAD, type PostingNo } from "#ledger";
import { type Db, one, part, sql } from "#platform/database/db.ts";
import { decodeInvoice } from "#protocol/bolt11.ts";
import type { ChainPurchase } from "./model/on-chain.ts";
import type { Opening, Restore, RestoreCause, Seen, Waiting } from "./model/restore.ts";

/** Runs `restore.open_restore`: false when one is open. */
export async function insertRestore(
  db: Db,
  { id, cause, now }: { readonly id: string; readonly cause: RestoreCause; readonly now: Date },
): Promise<boolean> {
  const rows = await db.query<{ opened: boolean }>(sql`
    select restore.open_restore(${now}, ${id}, ${cause}, null, null, null) as opened`);
  return one(rows).opened;
}

/** A place among the things that are marked; undefined: before the first. */
export type MarkedUntil = { readonly openedNo: number; readonly last: string };

/** Runs `restore.mark_some`: undefined when all are marked. */
export async function markSome(
  db: Db,
  { after, limit }: { readonly after: MarkedUntil | undefined; readonly limit: number },
): Promise<MarkedUntil | undefined> {
  const rows = await db.query<{ openedNo: number | null; last: string | null }>(sql`
    select m.opened_no as "openedNo", m.last
      from restore.mark_some(${after?.openedNo ?? null}, ${after?.last ?? null}, ${limit}) m`);
  const { openedNo, last } = one(rows);
  return openedNo === null || last === null ? undefined : { openedNo, last };
}

/** What `restore.verify_book` found. */
export type Verified = "same" | "opened" | "went_back" | "another";

/** Runs `restore.verify_book`. */
export async function verifyBook(
  db: Pick<Db, "query">,
  {
    id,
    installation,
    now,
    seen: { no, hash, epoch },
  }: { readonly id: string; readonly installation: string; readonly now: Date; readonly seen: Seen },
): Promise<Verified> {
  const rows = await db.query<{ outcome: Verified }>(sql`
    select restore.verify_book(
             ${now}, ${id}, ${installation}, ${no}, ${hash}, ${epoch ?? null}::bigint
           ) as outcome`);
  return one(rows).outcome;
}

const EPOCH = part`platform.epoch()`;

/** Where the ledger ends, and in which life of the installation the database is. */
export const PLACE = { ...HEAD, epoch: EPOCH };

/** Which life of the installation the database is in. */
export async function findEpoch(db: Db): Promise<bigint> {
  const rows = await db.query<{ epoch: bigint }>(sql`
    select ${EPOCH} as epoch`);
  return one(rows).epoch;
}

type RestoreRow = {
  readonly id: string;
  readonly cause: RestoreCause;
  readonly openedAt: Date;
  readonly foundNo: PostingNo;
  readonly foundAt: Date | null;
  readonly seenNo: PostingNo | null;
  readonly openedNo: number;
  readonly lostFrom: Date | null;
  readonly importedAt: Date | null;
};

/** The one that is open. */
export async function findRestore(db: Db): Promise<Restore | undefined> {
  const [row] = await db.query<RestoreRow>(sql`
    select id, cause, opened_at as "openedAt", found_no as "foundNo", found_at as "foundAt", seen_no as "seenNo",
           opened_no as "openedNo", lost_from as "lostFrom", imported_at as "importedAt"
      from restore.restore
     where ended_at is null`);
  if (row === undefined) return undefined;
  const { foundNo, foundAt, seenNo, lostFrom, importedAt, ...restore } = row;
  return {
    ...restore,
    found: { no: foundNo, at: foundAt ?? undefined },
    seenNo: seenNo ?? undefined,
    lostFrom: lostFrom ?? undefined,
    importedAt: importedAt ?? undefined,
  };
}

/** When it was found last that the database had gone back in time; undefined: it never was. */
export async function findLastOpening(db: Db): Promise<Date | undefined> {
  const rows = await db.query<{ at: Date | null }>(sql`
    select max(lost_until) as at
      from restore.restore`);
  return one(rows).at ?? undefined;
}

/** What each of its openings has found. */
export async function listOpenings(db: Db, { id }: Pick<Restore, "id">): Promise<readonly Opening[]> {
  const rows = await db.query<{ foundNo: PostingNo; seenNo: PostingNo | null; seenEpoch: bigint | null }>(sql`
    select found_no as "foundNo", seen_no as "seenNo", seen_epoch as "seenEpoch"
      from restore.opening
     where restore_id = ${id}
     order by opened_no`);
  return rows.map(({ foundNo, seenNo, seenEpoch }) => ({
    foundNo,
    seenNo: seenNo ?? undefined,
    seenEpoch: seenEpoch ?? undefined,
  }));
}

/** The journal was imported for this opening of it. */
export async function updateImported(db: Db, { id, openedNo }: Restore, now: Date): Promise<void> {
  await db.query(sql`
    update restore.restore
       set imported_at = ${now}
     where id = ${id}
       and opened_no = ${openedNo}`);
}

/** The time up to which copies reach that were put back since `openedAfter`: of the oldest. Undefined: none was. */
export async function findLostSince(
  db: Db,
  openedAfter: Date,
): Promise<{ readonly from: Date; readonly openedAt: Date } | undefined> {
  const rows = await db.query<{ from: Date | null; openedAt: Date | null }>(sql`
    select min(coalesce(lost_from, found_at, 'epoch')) as "from", max(opened_at) as "openedAt"
      from restore.restore
     where opened_at > ${openedAfter}`);
  const { from, openedAt } = one(rows);
  return from === null || openedAt === null ? undefined : { from, openedAt };
}

type WaitingRow = Pick<Waiting, "kind" | "id" | "state" | "createdAt"> & {
  readonly least: Msats | null;
  readonly most: Msats | null;
  readonly paymentHash: Uint8Array | null;
};

/** Oldest first. `payable` of a voucher or withdrawal request: its value. */
export async function listWaiting(db: Db): Promise<readonly Waiting[]> {
  const rows = await db.query<WaitingRow>(sql`
    select kind, id, state, amount_min as "least", amount_max as "most", payment_hash as "paymentHash", created_at as "createdAt"
      from restore.list_waiting()
     order by created_at, id`);
  const bound = await db.query<{ readonly id: string; readonly invoice: string }>(sql`
    select id, invoice
      from ramp.list_bound()`);
  const hashes = new Map(bound.map(({ id, invoice }) => [id, decodeInvoice(invoice).paymentHash]));
  const forChain = new Map((await listForChain(db)).map((purchase) => [purchase.id, purchase]));
  return rows.map(({ least, most, paymentHash, ...row }) => ({
    ...row,
    onchain: forChain.get(row.id),
    payable: least === null || most === null ? undefined : { least, most },
    paymentHash: paymentHash ?? hashes.get(row.id),
  }));
}

/** Oldest first. Runs `ramp.list_for_chain`. */
export async function listForChain(db: Db): Promise<readonly ChainPurchase[]> {
  const rows = await db.query<Omit<ChainPurchase, "paymentId"> & { readonly paymentId: PaymentId | null }>(sql`
    select id, state, payment_id as "paymentId", destination, amount, fee_limit as "feeLimit", created_at as "createdAt"
      from ramp.list_for_chain()
     order by created_at, id`);
  return rows.map(({ paymentId, ...row }) => ({ ...row, paymentId: paymentId ?? undefined }));
}

/** Whether a purchase has this transaction as its payment. Runs `onchain.judge_departed`. */
export async function isPaidBy(db: Db, purchase: string, txid: string): Promise<boolean> {
  const rows = await db.query<{ readonly outcome: string }>(sql`
    select onchain.judge_departed(${purchase}, 'purchase', ${purchase}, ${hexToBytes(txid)}) as outcome`);
  return one(rows).outcome === "known";
}

/** Runs `restore.release`. */
export async function updateReleased(
  db: Db,
  waiting: readonly Pick<Waiting, "kind" | "id">[],
  now: Date,
): Promise<number> {
  const idsOf = (...kinds: readonly Waiting["kind"][]) =>
    waiting.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
  const rows = await db.query<{ released: number }>(sql`
    select restore.release(
             ${now}, ${idsOf("payment")}::uuid[], ${idsOf("voucher", "withdrawal")}::uuid[],
             ${idsOf("purchase")}::uuid[]
           ) as released`);
  return one(rows).released;
}

/** Runs `restore.end_restore`. */
export async function endRestore(
  db: Db,
  { now, reason }: { readonly now: Date; readonly reason: string },
): Promise<"ended" | "waiting" | "none"> {
  const rows = await db.query<{ outcome: "ended" | "waiting" | "none" }>(sql`
    select restore.end_restore(${now}, ${reason}) as outcome`);
  return one(rows).outcome;
}

/** Runs `restore.take_back`. */
export async function updateTakenBack(db: Db, now: Date): Promise<void> {
  await db.query(sql`select restore.take_back(${now})`);
}

/** A restore of which projects were not told since it was opened. */
export type Untold = { readonly id: string; readonly openedNo: number };

/**
 * What the node alone gives away is told of when the ledger is open again: until then the operator may say that the
 * database was not restored.
 */
const UNTOLD = part`
  told_at is null
  and (cause not in ('foreign_payments', 'lost_channels') or ended_at is not null
       or ledger.closed_for() is distinct from 'restoring')`;

/** Whether something waits to be marked, or an opening to be told. */
export const isOpeningToFollow = () => part`
  exists (select from restore.restore where ended_at is null and not is_marked or ${UNTOLD})`;

/** The oldest one. */
export async function findUntold(db: Db): Promise<Untold | undefined> {
  const [row] = await db.query<Untold>(sql`
    select id, opened_no as "openedNo"
      from restore.restore
     where ${UNTOLD}
     order by opened_at
     limit 1`);
  return row;
}

/** Runs `restore.tell_projects`: false when they were told. */
export async function insertTold(
  db: Db,
  {
    restore,
    events,
    now,
  }: {
    readonly restore: Untold;
    readonly events: readonly { readonly id: EventId; readonly owner: ProjectId }[];
    readonly now: Date;
  },
): Promise<boolean> {
  const rows = await db.query<{ told: boolean }>(sql`
    select restore.tell_projects(
             ${now}, ${restore.id}, ${restore.openedNo}, ${events.map(({ id }) => id)}::uuid[],
             ${events.map(({ owner }) => owner)}::uuid[]
           ) as told`);
  return one(rows).told;
}

/** Runs `restore.close_until_compared`. */
export async function updateClosed(db: Db, installation: string): Promise<void> {
  await db.query(sql`select restore.close_until_compared(${installation})`);
}

/** Runs `ledger.open_book`: false when it was not closed for the comparison. */
export async function updateOpen(db: Db): Promise<boolean> {
  const rows = await db.query<{ opened: boolean }>(sql`
    select ledger.open_book('comparing') as opened`);
  return one(rows).opened;
}
