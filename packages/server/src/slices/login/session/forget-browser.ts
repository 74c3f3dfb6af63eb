import type { Clock, Random } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import type { KnownBrowserId } from "../model/known-browser.ts";
import type { Visitor } from "../model/session.ts";
import { deleteKnownBrowser } from "../store/known-browsers.ts";

/** A browser of the user is not known any more. False when the user has no such one. */
export async function forgetBrowser(
  { db, clock, random }: { readonly db: Db; readonly clock: Clock; readonly random: Random },
  forgotten: { readonly userId: UserId; readonly id: KnownBrowserId; readonly visitor: Visitor },
): Promise<boolean> {
  return await deleteKnownBrowser(db, clock.now(), { ...forgotten, eventId: random.uuid() });
}
