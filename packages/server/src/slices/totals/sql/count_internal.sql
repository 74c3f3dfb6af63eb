-- Counts payments that were completed when they were made: for the project that paid, and for the one that was paid.
-- Null owners and those who are no projects are left out. p_posting has null where nothing was posted. Door for the
-- payments slice, which calls it while the ledger's row is locked.
create or replace function totals.count_internal(
  p_at timestamptz,
  p_payer uuid[],
  p_payee uuid[],
  p_amount bigint[],
  p_posting bigint[]
) returns void
language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
  this_hour constant int := totals.hour_of(p_at);
  project uuid[];
  paid int[];
  paid_msats bigint[];
  got int[];
  got_msats bigint[];
  known int;
begin
  select array_agg(s.owner), array_agg(s.paid), array_agg(s.paid_msats), array_agg(s.got), array_agg(s.got_msats)
    into project, paid, paid_msats, got, got_msats
    from (
      select m.owner, count(m.paid)::int as paid, coalesce(sum(m.paid), 0)::bigint as paid_msats,
             count(m.got)::int as got, coalesce(sum(m.got), 0)::bigint as got_msats
        from generate_series(1, cardinality(p_posting)) as k
       cross join lateral (values (p_payer[k], p_amount[k], null), (p_payee[k], null, p_amount[k]))
               as m(owner, paid, got)
       where p_posting[k] is not null
         and p_payee[k] is not null
         and m.owner is not null
       group by m.owner
    ) s;

  -- Nearly all have a row in the hour already, and an update costs less than an insert that finds a conflict.
  update totals.project_hour t
     set completed = t.completed + paid[i],
         took_1s = t.took_1s + paid[i],
         completed_msats = t.completed_msats + paid_msats[i],
         received = t.received + got[i],
         received_msats = t.received_msats + got_msats[i]
    from generate_series(1, cardinality(project)) as i
   where t.project_id = project[i]
     and t.hour = this_hour;
  get diagnostics known = row_count;
  if known < cardinality(project) then
    insert into totals.project_hour (
      project_id, hour, completed, took_1s, completed_msats, received, received_msats)
    select project[i], this_hour, paid[i], paid[i], paid_msats[i], got[i],
           got_msats[i]
      from generate_series(1, cardinality(project)) as i
     where wallets.is_owner(project[i], 'project')
       and not exists (
             select from totals.project_hour t
              where t.project_id = project[i]
                and t.hour = this_hour);
  end if;
end $$;
