import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import type { TryLimit } from "../store/factor-tries.ts";
import { findKnownBrowser } from "../store/known-browsers.ts";

/** Wrong codes in an hour: of 240 codes of an app a day, one in 1,400 days is right by chance. */
const TRIES_MAX = 10;

/**
 * What a second factor counts for: the browser that was logged in before as the user, else all other browsers together.
 * So who knows the first factor, and is not the user, does not use up what the user has.
 */
export async function triesOfUser(
  db: Db,
  now: Date,
  {
    factor,
    userId,
    browser,
  }: { readonly factor: "totp" | "recovery"; readonly userId: UserId; readonly browser: Uint8Array },
): Promise<readonly TryLimit[]> {
  const known = await findKnownBrowser(db, now, { browserHash: browser, userId });
  return [{ subject: `${factor} ${known === undefined ? userId : `browser ${known}`}`, most: TRIES_MAX }];
}
