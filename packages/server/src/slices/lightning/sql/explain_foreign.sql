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

-- The same where there is such a payment: one of ours has its hash, and posts what becomes of it. Its incident is
-- closed.
create or replace function lightning.explain_if_foreign(p_at timestamptz, p_payment_hash bytea, p_reason text)
returns void
language plpgsql
as $$
begin
  if exists (select from lightning.foreign_payment f where f.payment_hash = p_payment_hash and f.booked_at is null) then
    perform lightning.explain_foreign(p_at, p_payment_hash, null, p_reason);
    perform incidents.close_many(p_at, array[encode(p_payment_hash, 'hex')], 'foreign_payment', array[p_reason]);
  end if;
end $$;
