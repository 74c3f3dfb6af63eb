import { type Db, part } from "#platform/database/db.ts";
import { dropExpired } from "#platform/database/delete-expired.ts";

const ATTEMPTS = { table: part`login.attempt`, key: part`browser_hash, purpose`, until: part`expires_at` };
const ADDRESSES = { table: part`login.address`, key: part`address_hash`, until: part`forget_at` };
const NETWORKS = { table: part`login.network`, key: part`network_hash`, until: part`forget_at` };
const BROWSERS = { table: part`login.known_browser`, key: part`id`, until: part`expires_at` };

/** Attempts, counters of addresses and networks, and known browsers. Returns how many, of each at most `limit`. */
export async function deleteExpiredRows(db: Db, now: Date, limit: number): Promise<number> {
  let deleted = 0;
  for (const expiring of [ATTEMPTS, ADDRESSES, NETWORKS, BROWSERS])
    deleted += await dropExpired(db, expiring, now, limit);
  return deleted;
}
