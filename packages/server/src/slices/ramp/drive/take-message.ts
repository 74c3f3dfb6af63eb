import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import type { ChosenProcessor, ProcessorEvent } from "../model/ports.ts";
import { wakeCustomer } from "../store/customers.ts";
import { wakePurchase } from "../store/leases.ts";
import { findCursor, insertMessage, writeCursor } from "../store/messages.ts";

export type TakeMessageDeps = { readonly db: Db; readonly clock: Clock; readonly log: Log };

export type FollowChangesDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly processor: ChosenProcessor;
};

/**
 * Takes a message of a processor. It is a hint, whether it comes once, twice, late or in the wrong order: what it is
 * about is looked at now, and what is true is read there.
 */
export async function takeMessage(
  { db, clock, log }: TakeMessageDeps,
  processor: string,
  { id, type, subject }: ProcessorEvent,
): Promise<void> {
  const now = clock.now();
  if (subject?.kind === "payment") await wakePurchase(db, { processor, reference: subject.reference, now });
  if (subject?.kind === "identity") await wakeCustomer(db, { provider: processor, reference: subject.reference, now });
  const isNew = await insertMessage(db, { processor, eventId: id, type, now });
  log.info({ processor, type, isNew }, "ramp.message_taken");
}

/** Looks at the payments that have changed at the processor, for messages that were lost. */
export async function followChanges({ db, clock, processor }: FollowChangesDeps): Promise<void> {
  const chosen = processor();
  if (chosen === undefined) return;
  const { name } = chosen;
  const { cursor, references } = await chosen.listChanged(await findCursor(db, name));
  const now = clock.now();
  for (const reference of references) await wakePurchase(db, { processor: name, reference, now });
  await writeCursor(db, name, cursor);
}
