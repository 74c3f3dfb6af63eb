import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { type FoundPast, findPast, updatePastAccepted } from "./store/first-start.ts";
import { findNode } from "./store.ts";

/**
 * An operator says that what a node had before its first connection is the operator's own. The next start connects it:
 * what it holds then becomes equity, and what it has paid and received until then is no business of ours. `foundAt`: of
 * what the operator was shown.
 *
 * @throws {OperatorError} when nothing was found that could be meant, or something else was found meanwhile.
 */
export async function acceptPast(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { reason, foundAt: shownAt }: { readonly reason: string; readonly foundAt?: Date | undefined },
): Promise<FoundPast> {
  const found = await findPast(db);
  if (found === undefined || (await findNode(db)) !== undefined)
    throw new OperatorError(
      "there is no node with a past that waits for your yes",
      "`npm start` looks at the node of LEYDEN_NODE, and says what it has when it is not empty.",
    );
  if (found.acceptedAt !== undefined) return found;
  const { nodeId, foundAt } = found;
  const isShown = shownAt === undefined || shownAt.getTime() === foundAt.getTime();
  if (!isShown || !(await updatePastAccepted(db, { nodeId, foundAt, reason, now: clock.now() })))
    throw new OperatorError("the node was looked at again meanwhile", "Run this again: it shows what was found.");
  return found;
}
