import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { BookedAgain, LostBooking } from "./model/lost-booking.ts";
import { insertBroughtBack } from "./store/operator-bookings.ts";

/** Stands where the operator's own words were. */
const REASON_LOST = "booked before a restore; the journal told of it, without the reason";

/** Books again what the copy lacks, under its id. Safe to repeat, and by several at once. */
export async function bringBackBooking(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  booking: LostBooking,
): Promise<BookedAgain> {
  return await insertBroughtBack(db, { ...booking, reason: REASON_LOST, now: clock.now() });
}
