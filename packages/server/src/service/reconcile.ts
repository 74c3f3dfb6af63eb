import { type Lift, liftWhenOver } from "#ledger";
import { type ForeignPayment, listForeign, type Reconciled, reconcileNode } from "#lightning";
import { endRestore, releasePayments } from "#payments";
import type { Batch } from "#platform/database/batch.ts";
import { findRestore, matchWaiting, releaseRestore } from "#restore";
import { type ForeignDeps, isPausedForForeign, recordForeignPayments } from "./worker.ts";

export type Reconciliation = {
  readonly results: readonly Reconciled[];
  /** What became of the pause. `not_over`: a foreign payment may be one that is on hold, or the books do not agree. */
  readonly lift: Lift;
};

type ReconcileOptions = {
  readonly reason: string;
  /** The operator made all of them: nothing was restored, and what is on hold goes on. */
  readonly mine?: boolean | undefined;
  /** Called when payments may be booked that a copy has lost, before one is. @throws when they must not be. */
  readonly requireJournal: () => Promise<void>;
  /** Takes what was booked, before the audit. */
  readonly booked: (results: readonly Reconciled[]) => void;
  /** The audit: the pause stays when it is not green. */
  readonly isWhole: () => Promise<boolean>;
};

/**
 * Books what the node paid without us, audits, and lets payments go out again. The node is compared after the pause was
 * read: a foreign payment that a worker is about to record is found here too, and sets the pause again. So what was not
 * booked is never let through.
 *
 * @throws {NodeUnavailable} when the node does not answer; what was booked before stays booked.
 */
export async function reconcile(
  deps: ForeignDeps & { readonly batch: Batch },
  { reason, mine = false, requireJournal, booked, isWhole }: ReconcileOptions,
): Promise<Reconciliation> {
  let results: readonly Reconciled[] = [];
  const lift = await liftWhenOver(deps, "foreign_payments", async () => {
    // While sending goes on the running service records what it finds, and knows whether anything was restored.
    const isOpen = (await findRestore(deps.db)) !== undefined; // what is let go on then is compared first
    const mayBeLost = isOpen || (await isPausedForForeign(deps));
    if (mayBeLost) await recordForeignPayments(deps, false);
    if (mayBeLost && !mine && (await listForeign(deps.db)).some(isUndecided)) await requireJournal();
    const mayBeWaiting = async () => (mine ? () => false : await matchWaiting(deps));
    results = await reconcileNode({ ...deps, mayBeWaiting }, { reason });
    booked(results);
    return results.every(({ outcome }) => outcome !== "on_hold") && (await isWhole());
  });
  if (lift === "lifted" || lift === "was_not_set") {
    if (mine) await releasePayments(deps, { reason, despiteForeign: true });
    await releaseRestore(deps, { reason, isMine: mine });
    await endRestore(deps.db);
  }
  return { results, lift };
}

/** No operator has said what it was. */
function isUndecided({ reason, isSelf }: ForeignPayment): boolean {
  return reason === undefined && !isSelf;
}
