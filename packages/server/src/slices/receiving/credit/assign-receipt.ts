import type { EventId } from "#events";
import { recordDecision } from "#incidents";
import type { Wallet } from "#kernel/caller.ts";
import type { Clock, Random } from "#kernel/clock.ts";
import { newId, type TransferId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import { onKnownFailure } from "#kernel/known-failure.ts";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { assignMany } from "../store/batched.ts";
import { findReceiptHash } from "../store/receipts.ts";

type AssignDeps = {
  readonly db: Db;
  readonly batch: Batch;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly journal: Journal;
};

/**
 * Gives the money of a receipt that lies in suspense to a wallet, by an operator's decision, which is recorded.
 * @throws {OperatorError} when it does not lie in suspense; nothing was changed.
 */
export async function assignReceipt(
  deps: AssignDeps,
  { receipt, wallet, reason }: { readonly receipt: string; readonly wallet: Wallet; readonly reason: string },
): Promise<void> {
  const detail = `assigned to wallet ${wallet.id}: ${reason}`;
  await recordDecision(deps, { subjectKind: "receipt", subject: receipt, kind: "receipt_suspended", detail });
  const transfer = newId<TransferId>(deps.random);
  const paymentHash = await findReceiptHash(deps.db, receipt);
  const line = { what: "operator.book", id: transfer } as const;
  await deps.journal.append({ ...line, kind: "assign_receipt", subject: receipt, wallet: wallet.id, paymentHash });
  const event = newId<EventId>(deps.random);
  const refuse = () => deps.journal.appendIfPossible({ ...line, kind: "refused" });
  const item = { receipt, wallet, transfer, reason: detail, event };
  const outcome = await onKnownFailure(deps.batch(assignMany, item), refuse);
  if (outcome !== "assigned") await refuse();
  if (outcome === "closed")
    throw new OperatorError(
      "the account of this user is closed: nobody could reach the money",
      "The money lies in suspense as before. Give it to another wallet.",
    );
  if (outcome !== "assigned")
    throw new OperatorError(
      `no money of a receipt ${receipt} lies in suspense`,
      "`npm run leyden -- suspense list` shows the receipts.",
    );
}
