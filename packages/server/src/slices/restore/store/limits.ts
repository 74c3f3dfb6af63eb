import { type Db, one, sql } from "#platform/database/db.ts";
import type { Restore } from "../model/restore.ts";

/** Whose limits: of wallets and keys, or of the on-ramp. */
export type LimitsOf = "wallets" | "purchases";

/** Limits whose windows count as full where they reach back before `until`. */
export type UnknownSpending = { readonly what: LimitsOf; readonly until: Date };

/** Those of which a window may still be full: the longest is 30 days. */
export async function listUnknownSpending(db: Db, now: Date): Promise<readonly UnknownSpending[]> {
  return await db.query<UnknownSpending>(sql`
    select what, unknown_until as until
      from ledger.unknown_spending
     where unknown_until > ${now}::timestamptz - interval '721 hours'
     order by what desc`);
}

/** Runs `restore.know_spending`. */
export async function updateKnown(
  db: Db,
  { openedNo }: Pick<Restore, "openedNo">,
  known: readonly LimitsOf[],
): Promise<readonly LimitsOf[]> {
  const rows = await db.query<{ known: LimitsOf[] }>(sql`
    select restore.know_spending(${openedNo}, ${known}::text[]) as known`);
  return one(rows).known;
}

/** Runs `restore.lift_limits`. */
export async function updateLifted(db: Db): Promise<readonly LimitsOf[]> {
  const rows = await db.query<{ lifted: LimitsOf[] }>(sql`
    select restore.lift_limits() as lifted`);
  return one(rows).lifted;
}
