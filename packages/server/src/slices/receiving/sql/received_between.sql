-- What wallets got over Lightning by postings with these numbers: after p_after, up to p_until. What lay in suspense is
-- in the range of the posting that gave it to its wallet. Door for the totals slice.
create or replace function receiving.received_between(p_after bigint, p_until bigint)
returns table (wallet uuid, amount bigint, recorded_at timestamptz)
language sql
stable
as $$
  select r.wallet_id, r.amount_msats, r.recorded_at
    from ledger.caused_between(array['receipt', 'suspense_assigned'], p_after, p_until) l
    join receiving.receipt r
      on r.id = l.cause
     and l.transfer = coalesce(r.assigned_by, r.transfer_id)
   where r.wallet_id is not null
     and r.via = 'node'
$$;

-- What wallets got over Lightning in each hour since 1970 in which it was recorded. For the invariant over totals.
create or replace function receiving.received_by_hour()
returns table (wallet uuid, hour int, received bigint, received_msats numeric)
language sql
stable
as $$
  select r.wallet_id, floor(extract(epoch from r.recorded_at) / 3600)::int, count(*), sum(r.amount_msats)
    from receiving.receipt r
   where r.wallet_id is not null
     and r.via = 'node'
   group by r.wallet_id, 2
$$;
