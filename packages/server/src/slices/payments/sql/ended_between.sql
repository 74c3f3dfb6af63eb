-- Payments whose end has the first of its postings with these numbers: after p_after, up to p_until. Each has one such
-- posting, so each is in one range. owner: of the wallet that paid; null: a system account did. recipient: the account
-- of this service that got it. Door for the totals slice.
create or replace function payments.ended_between(p_after bigint, p_until bigint)
returns table (
  owner uuid, recipient bigint, state text, amount bigint, fee bigint, created_at timestamptz, ended_at timestamptz)
language sql
stable
as $$
  select q.owner_id, case when q.state = 'completed' then q.recipient_no end, q.state, q.amount_msats, q.fee_msats,
         q.created_at, q.processed_at
    from ledger.caused_between(array['payment', 'payment_finished'], p_after, p_until) l
    join payments.payment q
      on q.id = l.cause
     and q.finish_no = l.no
$$;

-- What the owners of wallets have paid in each hour since 1970, and how long completed payments took together. For the
-- invariant over totals.
create or replace function payments.ended_by_hour()
returns table (
  owner uuid, hour int, completed bigint, completed_msats numeric, fees_msats numeric, took_ms numeric, failed bigint,
  failed_msats numeric)
language sql
stable
as $$
  select q.owner_id, floor(extract(epoch from q.processed_at) / 3600)::int,
         count(*) filter (where q.state = 'completed'), sum(q.amount_msats) filter (where q.state = 'completed'),
         sum(q.fee_msats),
         sum(greatest(floor(extract(epoch from q.processed_at - q.created_at) * 1000), 0))
           filter (where q.state = 'completed'),
         count(*) filter (where q.state = 'failed'), sum(q.amount_msats) filter (where q.state = 'failed')
    from payments.payment q
   where q.state in ('completed', 'failed')
     and q.owner_id is not null
   group by q.owner_id, 2
$$;

-- What accounts of this service got from payments in each hour since 1970. For the same.
create or replace function payments.received_by_hour()
returns table (account bigint, hour int, received bigint, received_msats numeric)
language sql
stable
as $$
  select q.recipient_no, floor(extract(epoch from q.processed_at) / 3600)::int, count(*), sum(q.amount_msats)
    from payments.payment q
   where q.state = 'completed'
     and q.recipient_no is not null
   group by q.recipient_no, 2
$$;
