import type { Random } from "#kernel/clock.ts";
import { newId, type TransferId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import { onKnownFailure } from "#kernel/known-failure.ts";
import type { Batch } from "#platform/database/batch.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { type BookOperator, bookOperatorMany, type OperatorUndone, undoOperatorMany } from "./batched.ts";

type Deps = { readonly batch: Batch; readonly random: Random; readonly journal: Journal };

/**
 * Books money that the operator put into the node or took out of it, and what miners took. Moves nothing at the node.
 * What is more than the operator's own is refused unless `despiteOwn` says that it has happened: the record follows
 * what has happened, and the comparison with the node is what stops sending.
 *
 * @throws {OperatorError} when no node was connected yet, and when it is more than the operator's own; nothing was
 * booked.
 */
export async function bookOperatorMoney(
  { batch, random, journal }: Deps,
  booking: Omit<BookOperator, "id">,
): Promise<TransferId> {
  const id = newId<TransferId>(random);
  await journal.append({ what: "operator.book", id, kind: booking.kind, amount: booking.amount });
  const refuse = () => tellRefused(journal, id);
  const outcome = await onKnownFailure(batch(bookOperatorMany, { ...booking, id }), refuse);
  if (outcome !== "booked") await refuse();
  switch (outcome) {
    case "booked":
      return id;
    case "not_bound":
      throw new OperatorError(
        "no Lightning node was connected yet",
        "Start the service first. What the node holds then is booked as your equity, and must not be booked again.",
      );
    case "not_own":
      throw new OperatorError(
        "that is more than your own money: it would be your customers' bitcoin",
        "`leyden equity list` shows what is yours. Did it happen all the same? Add --more-than-is-mine.",
      );
  }
}

const REFUSALS: Readonly<Record<Exclude<OperatorUndone, "undone">, readonly [message: string, advice: string]>> = {
  unknown: ["no booking of yours has this id", "`leyden equity list` shows what can be undone."],
  was_undone: ["this booking was undone before", "`leyden equity list` shows by which one."],
  not_own: [
    "without this deposit your own money would be below zero: it was spent or sold",
    "Put the money into the node and book it with `leyden equity deposit`, then run this again.",
  ],
  not_held: [
    "the node does not hold this money: it has left, so the booking was right",
    "Nothing was booked. Money that is under way can look like a gap for some seconds: then run this again.",
  ],
  not_compared: [
    "the node was not compared with the books in the last five minutes, so nobody knows whether it holds this money",
    "Start the service with its node, wait some seconds, then run this again.",
  ],
};

/**
 * Takes back a booking that was a mistake, once, by the reverse transfer. Returns the id of that.
 *
 * @throws {OperatorError} when there is none, when it was undone, and when customers' bitcoin would be counted as the
 * operator's own; nothing was booked.
 */
export async function undoOperatorBooking(
  { batch, random, journal }: Deps,
  { undoes, reason }: { readonly undoes: TransferId; readonly reason: string },
): Promise<TransferId> {
  const id = newId<TransferId>(random);
  await journal.append({ what: "operator.book", id, kind: "undo", subject: undoes });
  const undone = batch(undoOperatorMany, { id, undoes, reason });
  const outcome = await onKnownFailure(undone, () => tellRefused(journal, id));
  if (outcome === "undone") return id;
  await tellRefused(journal, id);
  throw new OperatorError(...REFUSALS[outcome]);
}

/** What was told is not booked: an import of the journal leaves it out. */
async function tellRefused(journal: Journal, id: TransferId): Promise<void> {
  await journal.appendIfPossible({ what: "operator.book", id, kind: "refused" });
}
