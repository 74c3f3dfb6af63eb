import type { Db } from "#platform/database/db.ts";
import { countNewPostings } from "./store.ts";

/** In one statement: some tens of milliseconds. */
const POSTINGS_PER_STEP_MAX = 10_000;

/** A step towards what the ledger has posted. Returns how many postings are left; call it until there are none. */
export async function countNew({ db }: { readonly db: Db }): Promise<number> {
  return Number(await countNewPostings(db, POSTINGS_PER_STEP_MAX));
}

/** What a reader waits for; after an upgrade there may be years to count. */
const STEPS_OF_READER_MAX = 10;

/** The same for somebody who is about to read them. False: some is left, which the loop counts. */
export async function countForReader(deps: { readonly db: Db }): Promise<boolean> {
  for (let step = 0; step < STEPS_OF_READER_MAX; step += 1) if ((await countNew(deps)) === 0) return true;
  return false;
}
