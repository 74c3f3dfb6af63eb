-- Counts payments that were finished after they were made; a null owner, and one who is no project, is left out. The
-- fee and the time they took are those of completed ones. Door for the payments slice, which calls it while the
-- ledger's row is locked.
create or replace function totals.count_finished(
  p_at timestamptz,
  p_owner uuid[],
  p_state text[],
  p_amount bigint[],
  p_fee bigint[],
  p_created_at timestamptz[]
) returns void
language sql
as $$
  insert into totals.project_hour as t (
    project_id, hour, completed, completed_msats, fees_msats, took_ms, took_1s, took_5s, took_30s, took_5m, took_1h,
    took_longer, failed, failed_msats)
  select f.owner, totals.hour_of(p_at), s.*
    from (
      select p_owner[k] as owner, array_agg(k) as places
        from generate_series(1, cardinality(p_owner)) as k
       where wallets.is_owner(p_owner[k], 'project')
       group by p_owner[k]
       order by p_owner[k]
    ) f
   cross join lateral (
      select count(*) filter (where p_state[k] = 'completed') as completed,
             coalesce(sum(p_amount[k]) filter (where p_state[k] = 'completed'), 0)::bigint as completed_msats,
             coalesce(sum(p_fee[k]) filter (where p_state[k] = 'completed'), 0)::bigint as fees_msats,
             coalesce(sum(b.took_ms), 0)::bigint as took_ms,
             count(*) filter (where b.within = 1),
             count(*) filter (where b.within = 2),
             count(*) filter (where b.within = 3),
             count(*) filter (where b.within = 4),
             count(*) filter (where b.within = 5),
             count(*) filter (where b.within = 6),
             count(*) filter (where p_state[k] = 'failed'),
             coalesce(sum(p_amount[k]) filter (where p_state[k] = 'failed'), 0)::bigint
        from unnest(f.places) as k
        left join lateral totals.took(p_created_at[k], p_at) b
          on p_state[k] = 'completed'
   ) s
      on conflict (project_id, hour) do update
     set completed = t.completed + excluded.completed,
         completed_msats = t.completed_msats + excluded.completed_msats,
         fees_msats = t.fees_msats + excluded.fees_msats,
         took_ms = t.took_ms + excluded.took_ms,
         took_1s = t.took_1s + excluded.took_1s,
         took_5s = t.took_5s + excluded.took_5s,
         took_30s = t.took_30s + excluded.took_30s,
         took_5m = t.took_5m + excluded.took_5m,
         took_1h = t.took_1h + excluded.took_1h,
         took_longer = t.took_longer + excluded.took_longer,
         failed = t.failed + excluded.failed,
         failed_msats = t.failed_msats + excluded.failed_msats
$$;

-- How long a payment took, in milliseconds, and within which bound: 1 s, 5 s, 30 s, 5 min, 1 h, none. A clock that was
-- put back meanwhile makes it 0.
create or replace function totals.took(p_from timestamptz, p_to timestamptz, out took_ms bigint, out within int)
language sql
immutable
as $$
  select m.ms, case when m.ms <= 1000 then 1 when m.ms <= 5000 then 2 when m.ms <= 30000 then 3
                    when m.ms <= 300000 then 4 when m.ms <= 3600000 then 5 else 6 end
    from (select greatest(floor(extract(epoch from p_to - p_from) * 1000), 0)::bigint) as m(ms)
$$;
