-- Takes the invoice and the payment's id from a purchase whose payment was never made: from then on no payment can have that id. False when
-- the payment exists, or the purchase has changed.
create or replace function ramp.drop_delivery(p_at timestamptz, p_id uuid, p_version int) returns boolean
language plpgsql
as $$
declare
  given ramp.purchase;
begin
  perform ledger.lock_book();
  select q.* into given
    from ramp.purchase q
   where q.id = p_id
     and q.version = p_version
     for update;
  if given.payment_id is null or not payments.give_up(p_at, given.payment_id) then
    return false;
  end if;
  update ramp.purchase q
     set invoice = null,
         payment_id = null,
         version = q.version + 1
   where q.id = p_id;
  return true;
end $$;
