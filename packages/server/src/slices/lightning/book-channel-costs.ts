import type { Random } from "#kernel/clock.ts";
import { newId, type TransferId } from "#kernel/ids.ts";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { bookChainMany } from "./batched.ts";
import { type ChainBooking, type ChannelTransaction, chainStepOf } from "./model/channel-transaction.ts";
import type { NodeOperations } from "./port.ts";
import { findForwardsPlace, listBookedTransactions } from "./store/node-money.ts";

type Deps = {
  readonly db: Db;
  readonly batch: Batch;
  readonly random: Random;
  readonly operations: Pick<NodeOperations, "channelTransactions">;
};

type BookedChain = {
  /** By this call. */
  readonly booked: readonly ChainBooking[];
  /** Not deep enough in the chain: they are booked by a later call. */
  readonly young: readonly ChainBooking[];
  /** Their ids: the node does not say what they cost. */
  readonly unsaid: readonly string[];
};

/**
 * Books what the node itself says of transactions that opened, closed or swept channels: what miners took, and what
 * moved between wallet and channels. Each transaction once, also when several operators do this, or when it dies in
 * between: then the next call books the rest. A copy that is restored has the bookings with what is known to be booked,
 * so nothing of it is in the journal: the next call books it again.
 *
 * @throws {OperatorError} where the node cannot say, and when a cost is more than the operator's own (`despiteOwn`
 * books it all the same); what was booked before stays booked.
 * @throws {NodeUnavailable}
 */
export async function bookChannelCosts(
  { db, batch, random, operations }: Deps,
  { despiteOwn }: { readonly despiteOwn: boolean },
): Promise<BookedChain> {
  const transactions = await listUnbooked(db, operations);
  if (transactions === undefined) throw nodeCannotSay();
  const booked: ChainBooking[] = [];
  const young: ChainBooking[] = [];
  const unsaid: string[] = [];
  for (const transaction of transactions) {
    const step = chainStepOf(transaction);
    if (step.kind === "unsaid") unsaid.push(transaction.txid);
    else if (step.kind === "young") young.push(step.booking);
    else if (await book({ batch, random }, { ...step.booking, despiteOwn })) booked.push(step.booking);
  }
  return { booked, young, unsaid };
}

/** True when this call has booked it. @throws {OperatorError} */
async function book(
  { batch, random }: Pick<Deps, "batch" | "random">,
  booking: ChainBooking & { readonly despiteOwn: boolean },
): Promise<boolean> {
  const [costId, moveId] = [newId<TransferId>(random), newId<TransferId>(random)];
  const outcome = await batch(bookChainMany, { ...booking, costId, moveId });
  switch (outcome) {
    case "booked":
      return true;
    case "was_booked":
      return false;
    case "not_bound":
      throw new OperatorError(
        "no Lightning node was connected yet",
        "Start the service first. What the node holds then is booked as your equity.",
      );
    case "not_own":
      throw new OperatorError(
        `transaction ${booking.txid} cost ${booking.cost} msats, which is more than your own money`,
        "Put money into the node and book it, or add --more-than-is-mine: it has happened.",
      );
  }
}

/**
 * What the node says and no booking has. Undefined where it cannot say. What a block has from before the first
 * connection is in the equity.
 * @throws {NodeUnavailable}
 */
export async function listUnbooked(
  db: Db,
  operations: Pick<NodeOperations, "channelTransactions">,
): Promise<readonly ChannelTransaction[] | undefined> {
  const all = await operations.channelTransactions();
  if (all === undefined) return undefined;
  const booked = await listBookedTransactions(
    db,
    all.map(({ txid }) => txid),
  );
  const since = (await findForwardsPlace(db))?.since.getTime() ?? 0;
  return all.filter(({ txid, at }) => at.getTime() >= since && !booked.has(txid));
}

function nodeCannotSay(): OperatorError {
  return new OperatorError(
    "the node does not say what its transactions cost, or its credential may not ask",
    "`leyden equity compare` shows the difference; `leyden equity chain-cost <msats>` books it.",
  );
}
