-- Whether the node made a payment with this hash that no payment of ours explains, and that has not failed. Door for
-- the payments slice.
create or replace function lightning.is_foreign(p_payment_hash bytea) returns boolean
language plpgsql
as $$
begin
  return exists (
    select from lightning.foreign_payment f
     where f.payment_hash = p_payment_hash
       and (f.booked_at is null or f.transfer_id is not null));
end $$;

-- Whether a payment of the node is booked: as the operator's loss, or as another payment's. Door for the payments
-- slice.
create or replace function lightning.is_booked_as_loss(p_payment_hash bytea) returns boolean
language sql
stable
as $$
  select exists (
    select from lightning.foreign_payment f
     where f.payment_hash = p_payment_hash
       and f.transfer_id is not null)
$$;

-- Whether an operator has still to say what such a payment was. Door for the payments slice.
create or replace function lightning.is_undecided(p_payment_hash bytea) returns boolean
language plpgsql
as $$
begin
  return exists (
    select from lightning.foreign_payment f
     where f.payment_hash = p_payment_hash
       and f.booked_at is null);
end $$;
