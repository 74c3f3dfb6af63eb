-- What each owner of a wallet has paid in each hour since 1970 in which something was finished, and how long completed
-- payments took together. For the invariant over totals.
create or replace function payments.totals()
returns table (
  owner uuid, hour int, completed bigint, completed_msats numeric, fees_msats numeric, took_ms numeric, failed bigint,
  failed_msats numeric)
language sql
stable
as $$
  select p.owner_id, floor(extract(epoch from p.processed_at) / 3600)::int,
         count(*) filter (where p.state = 'completed'), sum(p.amount_msats) filter (where p.state = 'completed'),
         sum(p.fee_msats),
         sum(greatest(floor(extract(epoch from p.processed_at - p.created_at) * 1000), 0))
           filter (where p.state = 'completed'),
         count(*) filter (where p.state = 'failed'), sum(p.amount_msats) filter (where p.state = 'failed')
    from payments.payment p
   where p.state in ('completed', 'failed')
     and p.owner_id is not null
   group by p.owner_id, 2
$$;

-- What came from other wallets of this service without a charge, by the account that got it. For the same.
create or replace function payments.totals_received()
returns table (account bigint, hour int, received bigint, received_msats numeric)
language sql
stable
as $$
  select p.recipient_no, floor(extract(epoch from p.processed_at) / 3600)::int, count(*), sum(p.amount_msats)
    from payments.payment p
   where p.state = 'completed'
     and p.recipient_no is not null
     and p.invoice is null
   group by p.recipient_no, 2
$$;
