import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { EVENTS_KEPT_MS } from "./model/event.ts";
import { deleteOld } from "./store/deliveries.ts";

/** In one statement: it must not hold locks for long. */
const EVENTS_PER_STEP_MAX = 500;

/**
 * Deletes events whose time has come and that are not on their way to anybody, and what is known of calls that sent again. Returns how many
 * events; call it until there are none.
 */
export async function forgetOld({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<number> {
  const before = new Date(clock.now().getTime() - EVENTS_KEPT_MS);
  return await deleteOld(db, { before, idBefore: smallestIdAt(before), limit: EVENTS_PER_STEP_MAX });
}

/** No UUID version 7 made since then is smaller (RFC 9562, section 5.7: it begins with 48 bits of milliseconds). */
function smallestIdAt(time: Date): string {
  const digits = time.getTime().toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}
