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
