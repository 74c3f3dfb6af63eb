import { recordDecision } from "#incidents";
import type { Clock, Random } from "#kernel/clock.ts";
import { newId, type TransferId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import { onKnownFailure } from "#kernel/known-failure.ts";
import { type LightningNode, NodeUnavailable } from "#lightning";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { type EndSuspended, endSuspendedMany } from "../store/batched.ts";
import { findReceiptHash } from "../store/receipts.ts";

type EndDeps = {
  readonly db: Db;
  readonly batch: Batch;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly journal: Journal;
  /** Undefined: it is not running. */
  readonly node: Pick<LightningNode, "lookupOutgoing"> | undefined;
};

/**
 * Ends a receipt that lies in suspense and is for no wallet, by an operator's decision, which is recorded. `moved`: the
 * node has paid it itself, by a payment that none of its lists has. `mine`: it is the operator's own money.
 * @throws {OperatorError} when it does not lie in suspense, or nothing says that the node has paid it; nothing was
 * changed.
 */
export async function endSuspended(
  deps: EndDeps,
  { receipt, as, reason }: Pick<EndSuspended, "receipt" | "as" | "reason">,
): Promise<void> {
  const paymentHash = await findReceiptHash(deps.db, receipt);
  const isPaid = as === "moved" && paymentHash !== undefined && (await hasPaid(deps, paymentHash));
  const detail = `ended as ${as}: ${reason}`;
  await recordDecision(deps, { subjectKind: "receipt", subject: receipt, kind: "receipt_suspended", detail });
  const transfer = newId<TransferId>(deps.random);
  const line = { what: "operator.book", id: transfer } as const;
  await deps.journal.append({ ...line, kind: `receipt_${as}`, subject: receipt, paymentHash });
  const refuse = () => deps.journal.appendIfPossible({ ...line, kind: "refused" });
  const ending = deps.batch(endSuspendedMany, { receipt, as, isPaid, transfer, reason: detail });
  const outcome = await onKnownFailure(ending, refuse);
  if (outcome === "ended") return;
  await refuse();
  throw new OperatorError(...REFUSALS[outcome]);
}

const REFUSALS: Readonly<Record<"not_suspended" | "not_moved", readonly [message: string, advice: string]>> = {
  not_suspended: [
    "no money of this receipt lies in suspense; nothing was changed",
    "`npm run leyden -- suspense list` shows the receipts.",
  ],
  not_moved: [
    "nothing says that the node has paid this receipt itself; nothing was changed",
    "Is it money of your own that came from outside: `--as mine`. Is it a customer's: `suspense assign`.",
  ],
};

async function hasPaid({ node }: EndDeps, paymentHash: Uint8Array): Promise<boolean> {
  try {
    return (await node?.lookupOutgoing(paymentHash))?.kind === "settled";
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error;
    return false;
  }
}
