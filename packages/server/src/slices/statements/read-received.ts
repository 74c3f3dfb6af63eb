import type { Wallet } from "#kernel/caller.ts";
import { type Msats, msats } from "#kernel/money.ts";
import { listHistory, type PostingNo } from "#ledger";
import type { Db } from "#platform/database/db.ts";
import { listReceiptOrigins, type ReceiptOrigin } from "#receiving";
import { entriesOf, PAGE_ENTRIES } from "./read-statement.ts";

/** Money that somebody else has paid into a wallet. */
export type Incoming = {
  readonly at: Date;
  readonly amount: Msats;
  /** Undefined: it came from within this service. */
  readonly origin: ReceiptOrigin | undefined;
};

export type Received = {
  /** The newest movement of the wallet; undefined: nothing has moved. */
  readonly newest: PostingNo | undefined;
  readonly count: number;
  readonly sum: Msats;
  /** The newest of them, newest first. */
  readonly latest: readonly Incoming[];
};

export type ReadReceived = {
  readonly wallet: Wallet;
  /** A movement of the wallet; 0: before the first one. */
  readonly after: PostingNo;
  /** What was settled before is left out: of a database that was restored it is not new. */
  readonly settledSince: Date | undefined;
  /** How many of them are kept. */
  readonly most: number;
  /** Movements of a page. */
  readonly pageSize?: number | undefined;
};

/** Of the lines of a statement those by which somebody else has paid. What the own wallet sent and got back is none. */
const FROM_OTHERS: readonly string[] = ["charge", "receipt"];

/** What others have paid into a wallet after a movement. A page of movements is in memory at a time. */
export async function readReceived(
  { db }: { readonly db: Db },
  { wallet, after, settledSince, most, pageSize = PAGE_ENTRIES }: ReadReceived,
): Promise<Received> {
  let [count, sum] = [0, 0n];
  let newest: PostingNo | undefined;
  const latest: Incoming[] = [];
  let next: PostingNo | undefined;
  do {
    const page = await listHistory(db, wallet.account, { from: next, after, limit: pageSize });
    newest ??= page.newest;
    const movements = page.entries.filter(({ direction }) => direction === "in");
    const entries = movements.length > 0 ? await entriesOf(db, wallet, movements) : [];
    const received = movements.filter((_, i) => FROM_OTHERS.includes(entries[i]?.type ?? ""));
    const origins = await listReceiptOrigins(
      db,
      wallet.id,
      received.map(({ causeId }) => causeId),
    );
    for (const { at, amount, causeId } of received) {
      const origin = origins.get(causeId);
      if (settledSince !== undefined && (origin?.settledAt ?? at) < settledSince) continue;
      count += 1;
      sum += amount;
      if (latest.length < most) latest.push({ at, amount, origin });
    }
    next = page.next;
  } while (next !== undefined);
  return { newest, count, sum: msats(sum), latest };
}
