import { type Db, one, sql, type Tx } from "#platform/database/db.ts";
import type { Period, Totals } from "./model/totals.ts";

type TotalsRow = { readonly at: Date } & Omit<Totals, "at">;

/**
 * What a project paid and received, in periods of an hour or a day (UTC) from `from` on and before `to`, oldest first.
 * Periods in which nothing was counted are left out.
 */
export async function listTotals(
  db: Db,
  { projectId, from, to, by }: { projectId: string } & Period,
): Promise<Totals[]> {
  return await db.query<TotalsRow>(sql`
    select to_timestamp(t.hour / ${HOURS[by]}::int * ${HOURS[by]}::int * 3600::bigint) as at,
           sum(t.completed)::bigint as completed,
           sum(t.completed_msats)::bigint as "completedMsats",
           sum(t.fees_msats)::bigint as "feesMsats",
           sum(t.took_ms)::bigint as "tookMs",
           array[sum(t.took_1s), sum(t.took_5s), sum(t.took_30s), sum(t.took_5m), sum(t.took_1h),
                 sum(t.took_longer)]::bigint[] as took,
           sum(t.failed)::bigint as failed,
           sum(t.failed_msats)::bigint as "failedMsats",
           sum(t.received)::bigint as received,
           sum(t.received_msats)::bigint as "receivedMsats"
      from totals.project_hour t
     where t.project_id = ${projectId}
       and t.hour >= ${hourOf(from)}::int
       and t.hour < ${hourOf(to)}::int
     group by 1
     order by 1`);
}

/** Whether the project ever paid, and how often it received: 0, 1, or more. Two of its hours are read at most. */
export async function findHappened(
  db: Db,
  projectId: string,
): Promise<{ readonly paid: boolean; readonly received: bigint }> {
  return one(
    await db.query<{ paid: boolean; received: bigint }>(sql`
      select exists (select
                       from totals.project_hour t
                      where t.project_id = ${projectId}
                        and t.completed > 0) as paid,
             (select coalesce(sum(r.received), 0)::bigint
                from (select t.received
                        from totals.project_hour t
                       where t.project_id = ${projectId}
                         and t.received > 0
                       limit 2) r) as received`),
  );
}

const HOURS = { hour: 1, day: 24 } as const;

function hourOf(at: Date): number {
  return Math.floor(at.getTime() / 3_600_000);
}

/** Counts what the ledger has posted since, at most so many postings. Returns how many are left. */
export async function countNewPostings(db: Db, most: number): Promise<bigint> {
  const { left } = one(await db.query<{ left: bigint }>(sql`select totals.count_new(${most}::int) as left`));
  return left;
}

export type TotalsBreach = { readonly project: string; readonly hour: number };

/** Hours of projects whose totals, with what is not counted yet, are not what payments and receipts say. */
export async function listTotalsBreaches(tx: Tx, limit: number): Promise<TotalsBreach[]> {
  return await tx.query(sql`
    with project as (
      select w.owner, w.id as wallet, w.account
        from wallets.list_owned('project') w),
    rows as (
      select e.owner, e.hour, e.completed, e.completed_msats, e.fees_msats, e.took_ms, e.failed, e.failed_msats,
             0::bigint as received, 0::numeric as received_msats
        from payments.ended_by_hour() e
       where e.owner in (select owner from project)
       union all
      select o.owner, r.hour, 0, 0, 0, 0, 0, 0, r.received, r.received_msats
        from payments.received_by_hour() r
        join project o on o.account = r.account
       union all
      select o.owner, r.hour, 0, 0, 0, 0, 0, 0, r.received, r.received_msats
        from receiving.received_by_hour() r
        join project o on o.wallet = r.wallet),
    counted as (
      select t.project_id as owner, t.hour, t.completed, t.completed_msats, t.fees_msats, t.took_ms, t.failed,
             t.failed_msats, t.received, t.received_msats,
             t.took_1s + t.took_5s + t.took_30s + t.took_5m + t.took_1h + t.took_longer as took
        from totals.project_hour t
       union all
      select m.project, m.hour, m.completed, m.completed_msats, m.fees_msats, m.took_ms, m.failed, m.failed_msats,
             m.received, m.received_msats, m.completed
        from totals.counted c
       cross join lateral totals.moved_between(c.posting_no, ledger.newest_no()) m),
    summed as (
      select owner, hour, sum(completed) as completed, coalesce(sum(completed_msats), 0) as completed_msats,
             coalesce(sum(fees_msats), 0) as fees_msats, coalesce(sum(took_ms), 0) as took_ms, sum(failed) as failed,
             coalesce(sum(failed_msats), 0) as failed_msats, sum(received) as received,
             coalesce(sum(received_msats), 0) as received_msats, sum(completed) as took
        from rows
       group by owner, hour),
    told as (
      select owner, hour, sum(completed) as completed, sum(completed_msats) as completed_msats,
             sum(fees_msats) as fees_msats, sum(took_ms) as took_ms, sum(failed) as failed,
             sum(failed_msats) as failed_msats, sum(received) as received, sum(received_msats) as received_msats,
             sum(took) as took
        from counted
       group by owner, hour)
    select coalesce(s.owner, t.owner) as project, coalesce(s.hour, t.hour) as hour
      from summed s
      full join told t
        on t.owner = s.owner
       and t.hour = s.hour
     where (s.owner, s.completed, s.completed_msats, s.fees_msats, s.took_ms, s.failed, s.failed_msats, s.received,
            s.received_msats, s.took)
          is distinct from (t.owner, t.completed, t.completed_msats, t.fees_msats, t.took_ms, t.failed, t.failed_msats,
            t.received, t.received_msats, t.took)
     limit ${limit}`);
}
