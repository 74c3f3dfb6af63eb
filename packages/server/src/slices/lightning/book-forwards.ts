import { closeIncidents } from "#incidents";
import type { Clock, Random } from "#kernel/clock.ts";
import { newId, type TransferId } from "#kernel/ids.ts";
import { type Msats, msats } from "#kernel/money.ts";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { bookForwardsMany } from "./batched.ts";
import type { NodeOperations } from "./port.ts";
import { FORWARDS_BOOKED } from "./report-forwards.ts";
import { findForwardsPlace } from "./store/node-money.ts";

type Deps = {
  readonly db: Db;
  readonly batch: Batch;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly operations: Pick<NodeOperations, "forwards">;
};

/**
 * Books what the node earned by forwarding, page by page: each page goes on from the place that the books have, in one
 * statement, so nothing is booked twice when several do this, and nothing is left out when it dies in between. Closes
 * the incident about it. Nothing of it is in the journal: a copy has its place with its bookings.
 *
 * @throws {OperatorError} where the node cannot say, and before the first connection.
 * @throws {NodeUnavailable} what was booked before stays booked.
 */
export async function bookForwards({
  db,
  batch,
  clock,
  random,
  log,
  operations,
}: Deps): Promise<{ readonly earned: Msats; readonly count: number }> {
  let [earned, count] = [0n, 0];
  for (;;) {
    const begun = clock.now();
    const place = await findForwardsPlace(db);
    if (place === undefined) throw notBound();
    const page = await operations.forwards(place.cursor, place.since);
    if (page === undefined) throw nodeCannotSay();
    if (page.count === 0) {
      const over = { kind: "forwards_unbooked", openedBefore: begun, except: [], reason: FORWARDS_BOOKED } as const;
      await closeIncidents({ db, clock, log }, over);
      return { earned: msats(earned), count };
    }
    const booking = { before: place.cursor, after: page.cursor, amount: page.earned };
    const reason = `${page.count} forwards, up to place ${page.cursor}`;
    const outcome = await batch(bookForwardsMany, { id: newId<TransferId>(random), ...booking, reason });
    if (outcome === "not_bound") throw notBound();
    if (outcome === "booked") [earned, count] = [earned + page.earned, count + page.count];
  }
}

function notBound(): OperatorError {
  return new OperatorError(
    "no Lightning node was connected yet",
    "Start the service first. What the node holds then is booked as your equity.",
  );
}

function nodeCannotSay(): OperatorError {
  return new OperatorError(
    "the node does not say what it earned by forwarding, or its credential may not ask",
    "`leyden equity compare` shows what it holds above the books.",
  );
}
