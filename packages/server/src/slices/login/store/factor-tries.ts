import { type Db, one, sql } from "#platform/database/db.ts";

/** How often something may be tried wrongly, in the window of `TRY_WINDOW`. */
export type TryLimit = { readonly subject: string; readonly most: number };

/**
 * Counts a try for all subjects, or says until when one of them has none left.
 * The window is an hour, from the first try on.
 */
export async function takeTries(db: Db, now: Date, limits: readonly TryLimit[]): Promise<Date | undefined> {
  const subjects = limits.map(({ subject }) => subject);
  const most = limits.map((limit) => limit.most);
  const { until } = one(
    await db.query<{ until: Date | null }>(sql`
      select login.take_tries(${now}, ${subjects}, ${most}, interval '1 hour') as until`),
  );
  return until ?? undefined;
}

export async function giveBackTries(db: Db, limits: readonly TryLimit[]): Promise<void> {
  const subjects = limits.map(({ subject }) => subject);
  await db.query(sql`
    select login.give_back_tries(${subjects})`);
}
