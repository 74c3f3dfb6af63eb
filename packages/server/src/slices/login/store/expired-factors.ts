import { type Db, part } from "#platform/database/db.ts";
import { dropExpired } from "#platform/database/delete-expired.ts";

const PASSKEYS = { table: part`login.passkey_challenge`, key: part`browser, purpose`, until: part`expires_at` };
const WALLETS = { table: part`login.wallet_challenge`, key: part`browser`, until: part`expires_at` };
const TRIES = { table: part`login.factor_try`, key: part`subject`, until: part`until` };

/**
 * Deletes questions that no browser can answer any more, and counters whose hour is over. Returns how many, at most
 * three times `limit`.
 */
export async function deleteExpired(db: Db, now: Date, limit: number): Promise<number> {
  let deleted = 0;
  for (const expiring of [PASSKEYS, WALLETS, TRIES]) deleted += await dropExpired(db, expiring, now, limit);
  return deleted;
}
