import type { Random } from "#kernel/clock.ts";
import type { TransferId } from "#kernel/ids.ts";
import type { Batch } from "#platform/database/batch.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { bookOperatorMany } from "./batched.ts";
import type { OperatorBooking } from "./model/operator-booking.ts";

/**
 * Books money that the operator put into the node or took out of it, and what miners took. Moves nothing at the node. Equity
 * may fall below zero: the record follows what has happened, and the comparison with the node is what stops sending.
 *
 * @throws {OperatorError} when no node was connected yet; nothing was booked.
 */
export async function bookOperatorMoney(
  { batch, random }: { readonly batch: Batch; readonly random: Random },
  booking: Pick<OperatorBooking, "kind" | "amount" | "reason">,
): Promise<TransferId> {
  const id = random.uuid() as TransferId;
  if ((await batch(bookOperatorMany, { ...booking, id })) === "booked") return id;
  throw new OperatorError(
    "no Lightning node was connected yet",
    "Start the service first. What the node holds then is booked as your equity, and must not be booked again.",
  );
}
