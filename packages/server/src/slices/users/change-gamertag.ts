import type { Clock } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { gamertag as readGamertag } from "./model/gamertag.ts";
import { GAMERTAG_PAUSE_MS, GamertagChangedLately, GamertagTaken, UserNotFound } from "./model/user.ts";
import { updateGamertag } from "./store.ts";

/**
 * Gives a user another gamertag, or the same one in other case. The Lightning address follows within 5 s in every
 * process. Payments to the old one still arrive. The user can take it back; another one can have it 90 days later if it
 * was never used.
 *
 * @throws {InvalidInput} when `gamertag` is not one.
 * @throws {GamertagTaken} {GamertagChangedLately} {UserNotFound} nothing is changed then.
 */
export async function changeGamertag(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { id, gamertag: text }: { readonly id: UserId; readonly gamertag: string },
): Promise<void> {
  const gamertag = readGamertag(text);
  const now = clock.now();
  const changedBefore = new Date(now.getTime() - GAMERTAG_PAUSE_MS);
  const outcome = await updateGamertag(db, { id, gamertag, now, changedBefore });
  switch (outcome.kind) {
    case "changed":
      return;
    case "not_found":
      throw new UserNotFound("id");
    case "taken":
      throw new GamertagTaken(gamertag);
    case "too_early":
      throw new GamertagChangedLately(outcome.changedAt, now);
  }
}
