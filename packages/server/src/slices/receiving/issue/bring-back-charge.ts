import type { EventId } from "#events";
import type { Clock, Random } from "#kernel/clock.ts";
import { newId, type TransferId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import type { ChargeBack, LostCharge } from "../model/lost.ts";
import { insertLost } from "../store/lost.ts";

type Deps = { readonly db: Db; readonly clock: Clock; readonly random: Random; readonly log: Log };

/**
 * Brings back a charge under its id, so that what is received for its hash is credited to its wallet, and credits what
 * was received meanwhile. One step; safe to repeat.
 */
export async function bringBackCharge({ db, clock, random, log }: Deps, lost: LostCharge): Promise<ChargeBack> {
  const back = await insertLost(db, lost, {
    now: clock.now(),
    transfer: newId<TransferId>(random),
    receiptEvent: newId<EventId>(random),
    chargeEvent: newId<EventId>(random),
  });
  const { outcome, credited } = back;
  if (outcome === "brought_back") log.warn({ charge: lost.id, credited: String(credited) }, "restore.charge_restored");
  return back;
}
