-- What payments take of the budgets of their keys, hour by hour; failed ones take nothing. For the invariant over all
-- that counts there.
create or replace function payments.taken_by_keys()
returns table (key_id uuid, hour int, taken bigint)
language sql
stable
as $$
  select p.key_id, p.key_hour, coalesce(sum(p.amount_msats) filter (where p.state <> 'failed'), 0)::bigint
    from payments.payment p
   where p.key_id is not null
   group by p.key_id, p.key_hour
$$;
