-- Payments that the node made without us, found since p_from, that may be what a restored database has lost. The fee is
-- not in the amount. Door for the payments slice, which knows whether a payment of ours explains one.
create or replace function lightning.list_lost(p_from timestamptz)
returns table (payment_hash bytea, amount_msats bigint)
language sql
stable
as $$
  select f.payment_hash, f.amount_msats
    from lightning.foreign_payment f
   where f.found_at >= p_from
     and not (f.is_self or f.is_alone or f.is_explained)
     and (f.booked_at is null or f.transfer_id is not null) -- it has not failed
$$;
