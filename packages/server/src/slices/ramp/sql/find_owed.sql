-- What is owed by a purchase: a payment for it is of amount_min, and with its fee at most total, in msats. Door for the
-- restore slice.
create or replace function ramp.find_owed(p_id uuid)
returns table (amount_min bigint, amount_max bigint, total bigint, wallet uuid, created_at timestamptz)
language sql
stable
as $$
  select q.amount_msats, q.amount_msats, q.amount_msats + q.fee_limit_msats, null::uuid, q.created_at
    from ramp.purchase q
   where q.id = p_id
$$;
