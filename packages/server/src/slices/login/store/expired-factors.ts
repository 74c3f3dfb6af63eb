import { type Db, sql } from "#platform/database/db.ts";

/** Deletes questions that no browser can answer any more, and counters whose hour is over. Returns how many, at most three times `limit`. */
export async function deleteExpired(db: Db, now: Date, limit: number): Promise<number> {
  const deleted = [
    await db.query(sql`
      delete from login.passkey_challenge
       where (browser, purpose) in (
               select c.browser, c.purpose
                 from login.passkey_challenge c
                where c.expires_at <= ${now}
                limit ${limit}
                  for update skip locked)
      returning 1`),
    await db.query(sql`
      delete from login.wallet_challenge
       where browser in (
               select c.browser
                 from login.wallet_challenge c
                where c.expires_at <= ${now}
                limit ${limit}
                  for update skip locked)
      returning 1`),
    await db.query(sql`
      delete from login.factor_try
       where subject in (
               select t.subject
                 from login.factor_try t
                where t.until <= ${now}
                limit ${limit}
                  for update skip locked)
      returning 1`),
  ];
  return deleted.reduce((sum, rows) => sum + rows.length, 0);
}
