import type { LightningNode } from "#lightning";
import type { Db } from "#platform/database/db.ts";
import { type CreditDeps, creditReceipt } from "./credit-receipt.ts";
import { findNodeCursor } from "./store.ts";

/** How long one question to the node stays open when nothing comes in. */
const WAIT_MS = 20_000;

export type FollowDeps = CreditDeps & { readonly db: Db; readonly node: LightningNode };

/**
 * Asks the node for what it received since the cursor in the database, and credits it. The cursor moves with each
 * credit, so whatever dies in between, the next call begins where the money is recorded.
 *
 * @throws what the node or the database threw, after every receipt of this answer was tried.
 */
export async function followReceipts(deps: FollowDeps, signal: AbortSignal): Promise<void> {
  const cursor = await findNodeCursor(deps.db);
  const receipts = await deps.node.received(cursor, WAIT_MS, signal);

  const results = await Promise.allSettled(
    receipts.map(({ cursor: position, ...receipt }, i) =>
      creditReceipt(deps, { ...receipt, step: { after: receipts[i - 1]?.cursor ?? cursor, position } }),
    ),
  );
  const failed = results.find((result) => result.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}
