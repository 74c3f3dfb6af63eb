import type { Wallet } from "#kernel/caller.ts";
import { type HistoryEntry, listHistory, type PostingNo } from "#ledger";
import { findPostingAfter, listPaymentCauses } from "#payments";
import type { Db } from "#platform/database/db.ts";
import { listReceiptCauses } from "#receiving";
import { listVoucherCauses } from "#vouchers";
import { entryOf, type StatementEntry } from "./model/statement.ts";

export type ReadStatement = {
  readonly wallet: Wallet;
  /** From this time on. */
  readonly from?: Date | undefined;
  /** Before this time. */
  readonly to?: Date | undefined;
  /** Movements of a page. */
  readonly pageSize?: number | undefined;
};

/** Movements of one look into the ledger: what a reader that stops reading keeps in memory. */
export const PAGE_ENTRIES = 500;

/**
 * Movements are numbered in the order in which they happened, and get their times from the clocks of several processes:
 * what is later may be this much older. Ours.
 */
const SKEW_MS = 60_000;

/**
 * The movements of a wallet, newest first, page by page; a page is read when it is asked for. No transaction is open
 * between two pages, and none is needed: movements do not change, and new ones come before the first page.
 *
 * It starts at the wallet's first payment after `to`, else at its newest movement, and stops at `from`. Pages of what
 * is not wanted are empty: so a reader that is gone ends the search.
 */
export async function* readStatement(
  { db }: { readonly db: Db },
  { wallet, from, to, pageSize = PAGE_ENTRIES }: ReadStatement,
): AsyncGenerator<readonly StatementEntry[], void, undefined> {
  let next: PostingNo | undefined = to && (await findPlaceBefore(db, wallet, to));
  do {
    const page = await listHistory(db, wallet.account, { from: next, limit: pageSize });
    const wanted = page.entries.filter(({ at }) => (from === undefined || at >= from) && (to === undefined || at < to));
    yield wanted.length > 0 ? await entriesOf(db, wallet, wanted) : [];
    const oldest = page.entries.at(-1);
    const isLast = oldest === undefined || (from !== undefined && isOver(oldest, from));
    next = isLast ? undefined : page.next;
  } while (next !== undefined);
}

/** A line, and where the next older one is; undefined: it is the oldest. */
export type PlacedEntry = StatementEntry & { readonly older: PostingNo | undefined };

/** One page of the movements of a wallet, newest first, from a place on; undefined: from the newest. */
export async function readEntries(
  { db }: { readonly db: Db },
  { wallet, from, limit }: { readonly wallet: Wallet; readonly from: PostingNo | undefined; readonly limit: number },
): Promise<readonly PlacedEntry[]> {
  const { entries, older } = await listHistory(db, wallet.account, { from, limit });
  const lines = entries.length > 0 ? await entriesOf(db, wallet, entries) : [];
  return lines.map((line, i) => ({ ...line, older: older[i] }));
}

/** Where to begin to read what was before a time: some lines may be later. Undefined: at the newest. */
export async function findPlaceBefore(db: Db, { id }: Wallet, to: Date): Promise<PostingNo | undefined> {
  return await findPostingAfter(db, id, new Date(to.getTime() + SKEW_MS));
}

/** Whether all that is older than this line was before `from`. */
export function isOver({ at }: Pick<StatementEntry, "at">, from: Date): boolean {
  return at.getTime() < from.getTime() - SKEW_MS;
}

/** The lines of movements, in their order. */
export async function entriesOf(db: Db, { id }: Wallet, movements: readonly HistoryEntry[]): Promise<StatementEntry[]> {
  const idsOf = (...kinds: readonly string[]) => [
    ...new Set(movements.filter(({ causeKind }) => kinds.includes(causeKind)).map(({ causeId }) => causeId)),
  ];
  const [payments, receipts] = await Promise.all([
    causesOf(idsOf("payment", "payment_finished"), (ids) => listPaymentCauses(db, id, ids)),
    causesOf(idsOf("receipt", "suspense_assigned", "payment_finished"), (ids) => listReceiptCauses(db, id, ids)),
  ]);
  const withdrawals = new Set([...payments.values()].flatMap(({ withdrawal = [] }) => withdrawal));
  const vouchers = await causesOf([...idsOf("voucher", "voucher_fee", "voucher_ended"), ...withdrawals], (ids) =>
    listVoucherCauses(db, id, ids),
  );
  return movements.map((movement) => entryOf(movement, { payments, receipts, vouchers }));
}

async function causesOf<Cause>(
  ids: readonly string[],
  list: (ids: readonly string[]) => Promise<ReadonlyMap<string, Cause>>,
): Promise<ReadonlyMap<string, Cause>> {
  return ids.length === 0 ? new Map() : await list(ids);
}
