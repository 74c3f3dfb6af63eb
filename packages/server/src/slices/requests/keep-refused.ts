import type { Clock, Random, Scheduler } from "#kernel/clock.ts";
import { newId } from "#kernel/ids.ts";
import type { RefusedCall } from "#kernel/refused-call.ts";
import type { Batch } from "#platform/database/batch.ts";
import { keptOf, type RefusedId, refusedRequest } from "./model/refused-request.ts";
import { createShares } from "./model/shares.ts";
import { keepMany } from "./store.ts";

/** Waiting to be written. What comes while the database is away or slow is not kept. */
const WAITING_MAX = 1_000;

export type KeepDeps = {
  /** A queue of its own: a refusal must not take the turn of a payment. */
  readonly batch: Batch;
  readonly clock: Clock;
  readonly random: Random;
  readonly scheduler: Scheduler;
};

/** Writes down what was refused. One for each process. */
export type RefusedLog = {
  /** Takes what was answered already, and returns at once; it is written later, with others of its time. */
  note(call: RefusedCall): void;
};

/** What is not written when the process dies is lost: it is a help for developers, and no record of money. */
export function createRefusedLog({ batch, clock, random, scheduler }: KeepDeps): RefusedLog {
  const shares = createShares(clock);
  let waiting = 0;
  return {
    note(call) {
      const actor = keptOf(call);
      if (actor === undefined || waiting === WAITING_MAX || !shares.take(call, actor)) return;
      const refused = refusedRequest(call, actor, { id: newId<RefusedId>(random), at: clock.now() });
      waiting += 1;
      scheduler.spawn("requests.keep_refused", () =>
        batch(keepMany, refused)
          .then(() => undefined)
          .finally(() => {
            waiting -= 1;
          }),
      );
    },
  };
}
