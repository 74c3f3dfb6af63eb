import type { Clock, Random } from "#kernel/clock.ts";
import { attemptOverAt } from "#payments";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import type { BroughtBack, Departed } from "./model/departed.ts";
import { insertDeparted } from "./store/departed.ts";

export type BringBackDeps = { readonly db: Db; readonly clock: Clock; readonly random: Random; readonly log: Log };

/**
 * Brings back a payment that left before the restore, together with what it was made for. From there the node's report
 * about its hash completes or fails it, as any payment; it is never sent. One step; safe to repeat.
 */
export async function bringBackPayment(
  { db, clock, random, log }: BringBackDeps,
  departed: Departed,
): Promise<BroughtBack> {
  const back = await insertDeparted(db, departed, {
    now: clock.now(),
    overAt: attemptOverAt(departed.lastAt),
    transfer: random.uuid(),
    loan: random.uuid(),
    incident: random.uuid(),
    deficitIncident: random.uuid(),
    insteadOfLoss: random.uuid(),
  });
  const { outcome, lent } = back;
  if (outcome === "brought_back" || outcome === "advanced")
    log.warn({ payment: departed.id, outcome, lent: String(lent) }, "payment.restored");
  return back;
}
