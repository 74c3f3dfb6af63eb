import { type Db, sql, type Tx } from "#platform/database/db.ts";
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

const HOURS = { hour: 1, day: 24 } as const;

function hourOf(at: Date): number {
  return Math.floor(at.getTime() / 3_600_000);
}

export type TotalsBreach = { readonly project: string; readonly hour: number };

/** Hours of projects whose totals are not what payments and receipts say. */
export async function listTotalsBreaches(tx: Tx, limit: number): Promise<TotalsBreach[]> {
  return await tx.query(sql`
    with project as (
      select w.owner, w.id as wallet, w.account
        from wallets.list_owned('project') w),
    moved as (
      select p.owner, p.hour, p.completed, p.completed_msats, p.fees_msats, p.took_ms, p.failed, p.failed_msats,
             null::bigint as received, null::numeric as received_msats
        from payments.totals() p
       where p.owner in (select owner from project)
       union all
      select o.owner, r.hour, null, null, null, null, null, null, r.received, r.received_msats
        from payments.totals_received() r
        join project o on o.account = r.account
       union all
      select o.owner, r.hour, null, null, null, null, null, null, r.received, r.received_msats
        from receiving.totals_received() r
        join project o on o.wallet = r.wallet),
    summed as (
      select owner, hour, coalesce(sum(completed), 0) as completed, coalesce(sum(completed_msats), 0) as completed_msats,
             coalesce(sum(fees_msats), 0) as fees_msats, coalesce(sum(took_ms), 0) as took_ms,
             coalesce(sum(failed), 0) as failed, coalesce(sum(failed_msats), 0) as failed_msats,
             coalesce(sum(received), 0) as received, coalesce(sum(received_msats), 0) as received_msats
        from moved
       group by owner, hour)
    select coalesce(s.owner, t.project_id) as project, coalesce(s.hour, t.hour) as hour
      from summed s
      full join totals.project_hour t
        on t.project_id = s.owner
       and t.hour = s.hour
     where s.owner is null
        or t.project_id is null
        or (s.completed, s.completed_msats, s.fees_msats, s.took_ms, s.failed, s.failed_msats, s.received,
            s.received_msats)
          is distinct from (t.completed, t.completed_msats, t.fees_msats, t.took_ms, t.failed, t.failed_msats,
            t.received, t.received_msats)
        or t.completed <> t.took_1s + t.took_5s + t.took_30s + t.took_5m + t.took_1h + t.took_longer
     limit ${limit}`);
}
