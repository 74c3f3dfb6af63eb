import { bytesToHex } from "@noble/hashes/utils.js";
import type { LightningNode, ReceivedItem } from "#lightning";
import type { Db } from "#platform/database/db.ts";
import { whyUnreadable } from "../model/receipt.ts";
import { findNodeCursor } from "../store/receipts.ts";
import { type CreditDeps, creditReceipt, type Reported } from "./credit-receipt.ts";
import { findOwnPayments } from "./find-own-payments.ts";

/** How long one request to the node stays open when nothing is received. */
const WAIT_MS = 20_000;

export type FollowDeps = CreditDeps & { readonly db: Db; readonly node: LightningNode };

/**
 * Asks the node for what it received since the cursor in the database, and credits it. The cursor moves with each
 * credit, so whatever dies in between, the next call begins where the money is recorded.
 *
 * @throws what the node or the database threw, after every item of this answer was tried.
 */
export async function followReceipts(deps: FollowDeps, signal: AbortSignal): Promise<void> {
  const cursor = await findNodeCursor(deps.db);
  const items = await deps.node.received(cursor, WAIT_MS, signal);

  const hashes = items.flatMap((item) => (item.kind === "receipt" ? [item.paymentHash] : []));
  const own = await findOwnPayments(deps, hashes);
  const results = await Promise.allSettled(
    items.map((item, i) =>
      creditReceipt(deps, reportedOf(item, own), { after: items[i - 1]?.cursor ?? cursor, position: item.cursor }),
    ),
  );
  const failed = results.find((result) => result.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

function reportedOf(item: ReceivedItem, own: ReadonlySet<string>): Reported {
  if (item.kind === "unreadable") return { unreadable: { place: item.place, detail: item.detail } };
  const { paymentHash, amount, cost, settledAt } = item;
  const detail = whyUnreadable(item);
  if (detail !== undefined) return { unreadable: { place: bytesToHex(paymentHash), detail } };
  return { paymentHash, amount, cost, settledAt, isRebalance: own.has(bytesToHex(paymentHash)) };
}
