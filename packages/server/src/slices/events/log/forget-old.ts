import type { Clock } from "#kernel/clock.ts";
import { idRange } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { EVENTS_KEPT_MS } from "../model/event.ts";
import { deleteOld } from "../store/deliveries.ts";

/** In one statement: it must not hold locks for long. */
const EVENTS_PER_STEP_MAX = 500;

/**
 * Deletes events whose time has come and that are not on their way to anybody, and what is known of calls that sent
 * again and of streams of that time. Returns how many events; call it until there are none.
 */
export async function forgetOld({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<number> {
  const before = new Date(clock.now().getTime() - EVENTS_KEPT_MS);
  return await deleteOld(db, { before, range: idRange({ to: before }), limit: EVENTS_PER_STEP_MAX });
}
