import type { Clock, Random } from "#kernel/clock.ts";
import { newId, type TransferId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import { onKnownFailure } from "#kernel/known-failure.ts";
import type { Db } from "#platform/database/db.ts";
import { OperatorError } from "#platform/operator-error.ts";
import type { SettleFormer } from "./model/former-node.ts";
import { insertSettlement } from "./store/former-nodes.ts";

type Deps = { readonly db: Db; readonly clock: Clock; readonly random: Random; readonly journal: Journal };

/**
 * Books what became of money of a node that was replaced. Moves nothing at a node. Safe to repeat in the same words.
 * @throws {OperatorError} when there is no such node, or not as much in limbo; nothing was booked.
 */
export async function settleFormer(
  { db, clock, random, journal }: Deps,
  settlement: SettleFormer,
): Promise<"booked" | "known"> {
  const id = newId<TransferId>(random);
  await journal.append({ what: "operator.book", id, kind: `former_${settlement.kind}`, amount: settlement.amount });
  const refuse = () => journal.appendIfPossible({ what: "operator.book", id, kind: "refused" });
  const outcome = await onKnownFailure(insertSettlement(db, { ...settlement, id, now: clock.now() }), refuse);
  if (outcome === "booked") return outcome;
  await refuse();
  switch (outcome) {
    case "known":
      return outcome;
    case "unknown":
      throw new OperatorError(
        "there is no former node with this key; nothing was booked",
        "`npm run leyden -- node former list` shows them.",
      );
    case "too_much":
      throw new OperatorError(
        "that is more than is in limbo there, without what its pending payments may have taken; nothing was booked",
        "`npm run leyden -- node former list` shows both. Payments are ended by `npm run leyden -- payment end`. What came " +
          "back beyond that is your own: `npm run leyden -- equity deposit`.",
      );
  }
}
