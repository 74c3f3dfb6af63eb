import { listIncidentsOf, recordIncident } from "#incidents";
import type { Clock, Random } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { lostIncidentOf } from "../model/lost-purchase.ts";
import type { ChosenProcessor, FoundPayment, PaymentProcessor } from "../model/ports.ts";
import { wakePurchase } from "../store/leases.ts";
import { findLookedBackAt, writeLookedBack } from "../store/messages.ts";
import { listGivenBack } from "../store/strays.ts";
import { readStrays } from "./adopt-stray.ts";

/** When copies were put back since a time: to where the oldest reaches, and when the last was noticed. */
export type LostSince = (openedAfter: Date) => Promise<{ readonly from: Date; readonly openedAt: Date } | undefined>;

export type LookBackDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly processor: ChosenProcessor;
  readonly lostSince: LostSince;
};

const DAY_MS = 24 * 3_600_000;
/** Banks take disputes for months after a payment. Ours. */
const LOOKED_BACK_MS = 180 * DAY_MS;

/** From when payments at the processor may be unknown here: a day before the copy, and without a restore before now. */
export async function lookBackFrom({ clock, lostSince }: Pick<LookBackDeps, "clock" | "lostSince">): Promise<Date> {
  const now = clock.now().getTime();
  const lost = await lostSince(new Date(now - LOOKED_BACK_MS));
  return new Date((lost?.from.getTime() ?? now) - DAY_MS);
}

/**
 * Once a day, and at once after a restore: looks at all that has happened at the processor since the copy was made.
 * Messages about it were taken by the database that is lost. Purchases that are here are looked at; payments without
 * one are incidents.
 */
export async function lookBack(deps: LookBackDeps): Promise<void> {
  const { db, clock, lostSince } = deps;
  const processor = deps.processor();
  const now = clock.now();
  const lost = await lostSince(new Date(now.getTime() - LOOKED_BACK_MS));
  if (processor === undefined || lost === undefined) return;
  const { name } = processor;
  const before = await findLookedBackAt(db, name);
  if (before !== undefined && before >= lost.openedAt && now.getTime() - before.getTime() < DAY_MS) return;

  const found = await processor.listSince(new Date(lost.from.getTime() - DAY_MS));
  for (const { reference } of found.filter(({ isReturned }) => isReturned))
    await wakePurchase(db, { processor: name, reference, now });
  await tellStrays(deps, processor, found);
  await writeLookedBack(db, name, now);
}

/** Each thing is told once: what an operator has closed stays closed. */
async function tellStrays(
  deps: LookBackDeps,
  processor: PaymentProcessor,
  found: readonly FoundPayment[],
): Promise<void> {
  const { db, clock } = deps;
  const since = new Date(clock.now().getTime() - LOOKED_BACK_MS);
  const givenBack = await listGivenBack(db, { processor: processor.name, since });
  const strays = (await readStrays({ db, processor }, found)).map((payment) => ({ payment, wasGivenBack: false }));
  for (const reference of givenBack) strays.push({ payment: await processor.get(reference), wasGivenBack: true });
  for (const { payment, wasGivenBack } of strays) {
    const incident = lostIncidentOf(payment, wasGivenBack);
    const subject = payment.purchaseId;
    if (incident === undefined || subject === undefined) continue;
    if ((await listIncidentsOf(db, subject)).some(({ kind }) => kind === incident.kind)) continue;
    await recordIncident(deps, { subjectKind: "purchase", subject, kind: incident.kind, detail: incident.detail });
  }
}
