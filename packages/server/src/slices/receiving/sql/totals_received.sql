-- What each wallet has received in each hour since 1970, over Lightning or for its charges. For the invariant over
-- totals.
create or replace function receiving.totals_received()
returns table (wallet uuid, hour int, received bigint, received_msats numeric)
language sql
stable
as $$
  select r.wallet_id, floor(extract(epoch from r.recorded_at) / 3600)::int, count(*), sum(r.amount_msats)
    from receiving.receipt r
   where r.wallet_id is not null
   group by r.wallet_id, 2
$$;
