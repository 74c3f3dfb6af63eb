-- Adds to the totals what the ledger's next postings have moved, p_most of them at most, and writes down how far it is.
-- Returns how many are left. Postings are numbered without gaps in the order of their commits, so what lies behind the
-- newest is there. Processes that do it at the same time wait for each other, and count each posting once. Where
-- nothing was posted, nothing is written.
create or replace function totals.count_new(p_most int) returns bigint
language plpgsql
as $$
declare
  counted bigint;
  newest bigint;
  up_to bigint;
begin
  newest := ledger.newest_no();
  if newest <= (select c.posting_no from totals.counted c) then
    return 0;
  end if;

  select c.posting_no into counted from totals.counted c for update;
  up_to := least(newest, counted + p_most);
  if up_to <= counted then
    return 0;
  end if;

  insert into totals.project_hour as t (
    project_id, hour, completed, took_1s, took_5s, took_30s, took_5m, took_1h, took_longer, failed, received,
    completed_msats, fees_msats, took_ms, failed_msats, received_msats)
  select m.*
    from totals.moved_between(counted, up_to) m
      on conflict (project_id, hour) do update
     set completed = t.completed + excluded.completed,
         took_1s = t.took_1s + excluded.took_1s,
         took_5s = t.took_5s + excluded.took_5s,
         took_30s = t.took_30s + excluded.took_30s,
         took_5m = t.took_5m + excluded.took_5m,
         took_1h = t.took_1h + excluded.took_1h,
         took_longer = t.took_longer + excluded.took_longer,
         failed = t.failed + excluded.failed,
         received = t.received + excluded.received,
         completed_msats = t.completed_msats + excluded.completed_msats,
         fees_msats = t.fees_msats + excluded.fees_msats,
         took_ms = t.took_ms + excluded.took_ms,
         failed_msats = t.failed_msats + excluded.failed_msats,
         received_msats = t.received_msats + excluded.received_msats;
  update totals.counted c
     set posting_no = up_to;
  return newest - up_to;
end $$;
