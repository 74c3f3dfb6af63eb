-- Marks a foreign payment as explained by a transfer that another slice posts in this statement. Door for the payments
-- slice.
create or replace function lightning.explain_foreign(
  p_at timestamptz,
  p_payment_hash bytea,
  p_transfer uuid,
  p_reason text
) returns void
language plpgsql
as $$
begin
  update lightning.foreign_payment f
     set reason = p_reason,
         transfer_id = p_transfer,
         booked_at = p_at
   where f.payment_hash = p_payment_hash
     and f.booked_at is null;
  if not found then
    raise exception 'no foreign payment with hash % waits to be booked', encode(p_payment_hash, 'hex');
  end if;
end $$;
