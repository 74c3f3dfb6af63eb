import type { ProcessorEvent } from "../model/ports.ts";
import { wakeCustomer } from "../store/customers.ts";
import { findCursor, insertMessage, wakePurchase, writeCursor } from "../store/purchases.ts";
import type { SellDeps } from "./apply-step.ts";

type Deps = Pick<SellDeps, "db" | "clock" | "log" | "processor">;

/**
 * Takes a message of a processor. It is a hint, whether it comes once, twice, late or in the wrong order: what it is about is looked at
 * now, and what is true is read there.
 */
export async function takeMessage(deps: Deps, processor: string, { id, type, subject }: ProcessorEvent): Promise<void> {
  const { db, clock, log } = deps;
  const now = clock.now();
  if (subject?.kind === "payment") await wakePurchase(db, { processor, reference: subject.reference, now });
  if (subject?.kind === "identity") await wakeCustomer(db, { provider: processor, reference: subject.reference, now });
  const isNew = await insertMessage(db, { processor, eventId: id, type, now });
  log.info({ processor, type, isNew }, "ramp.message_taken");
}

/** Looks at the payments that have changed at the processor, for messages that were lost. */
export async function followChanges({ db, clock, ...deps }: Deps): Promise<void> {
  const processor = deps.processor();
  if (processor === undefined) return;
  const { name } = processor;
  const { cursor, references } = await processor.listChanged(await findCursor(db, name));
  const now = clock.now();
  for (const reference of references) await wakePurchase(db, { processor: name, reference, now });
  await writeCursor(db, name, cursor);
}
