-- Counts what a wallet has received, in the hour in which it was recorded, which is an earlier one when it lay in
-- suspense; an owner who is no project is left out. Door for the receiving slice, which calls it while the ledger's row
-- is locked.
create or replace function totals.count_received(p_recorded_at timestamptz, p_owner uuid, p_amount bigint) returns void
language sql
as $$
  insert into totals.project_hour as t (project_id, hour, received, received_msats)
  select p_owner, totals.hour_of(p_recorded_at), 1, p_amount
   where wallets.is_owner(p_owner, 'project')
      on conflict (project_id, hour) do update
     set received = t.received + 1,
         received_msats = t.received_msats + excluded.received_msats
$$;
