import type { Clock, Random } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { listFreeNames } from "#wallets";
import { foldGamertag } from "./model/gamertag.ts";
import { gamertagCandidates } from "./model/gamertag-candidates.ts";

const DIGITS_MIN = 2;
/** Two words and so many digits fit into a gamertag. There are 256 million of them. */
const DIGITS_MAX = 6;

/**
 * A gamertag that is free: the local part of `email` where it can be one, else it with a number, else a readable random
 * one. It is not reserved: another user may take it before it is used.
 */
export async function proposeGamertag(
  { db, clock, random }: { readonly db: Db; readonly clock: Clock; readonly random: Random },
  { email }: { readonly email?: string | undefined },
): Promise<string> {
  for (let digits = DIGITS_MIN; digits <= DIGITS_MAX; digits += 1) {
    const candidates = gamertagCandidates(random, { email, digits });
    const free = await listFreeNames(db, candidates.map(foldGamertag), clock.now());
    const found = candidates.find((tag) => free.has(foldGamertag(tag)));
    if (found !== undefined) return found;
  }
  throw new Error("no gamertag is free among dozens of random ones");
}
