-- What payments to addresses of the chain count on the limits of the service, by hour. Door for the audit of these.
create or replace function onchain.counted() returns table (hour int, amount bigint)
language sql
stable
as $$
  select q.counted_hour, q.amount_msats
    from onchain.payment q
   where q.counted_hour is not null
$$;
