-- Computes the shares of the earned slots anew, in proportion to the payments of 30 days. A day counts a thousand
-- payments of an owner at most, so that nobody earns the shares of all others in an hour.
create or replace function payments.refresh_shares(p_at timestamptz) returns void
language plpgsql
as $$
declare
  today constant date := (p_at at time zone 'utc')::date;
  whole bigint;
begin
  delete from payments.completed_day d where d.day <= today - 30;

  select coalesce(sum(least(d.payments, 1000)), 0) into whole from payments.completed_day d;
  with earned as materialized (
    select d.funder_id, (sum(least(d.payments, 1000)) * 1000000 / whole)::int as millionths
      from payments.completed_day d
     group by d.funder_id
    having sum(least(d.payments, 1000)) * 1000 >= whole),
  gone as (
    delete from payments.share s
     where not exists (select from earned e where e.funder_id = s.funder_id))
  insert into payments.share as s (funder_id, millionths)
  select e.funder_id, e.millionths
    from earned e
   order by e.funder_id
      on conflict (funder_id) do update set millionths = excluded.millionths
   where s.millionths <> excluded.millionths;
end $$;

-- Counts payments that were completed over Lightning. Called while the ledger's row is locked.
create or replace function payments.count_completed(p_at timestamptz, p_funder uuid[]) returns void
language sql
as $$
  insert into payments.completed_day as d (funder_id, day, payments)
  select u.funder, (p_at at time zone 'utc')::date, count(*)
    from unnest(p_funder) as u(funder)
   where u.funder is not null
   group by u.funder
   order by u.funder
      on conflict (funder_id, day) do update set payments = d.payments + excluded.payments
$$;
