-- Takes the payment's id, and the invoice where there is one, from a purchase whose payment was never made: from then
-- on no payment can have that id. False when the payment exists, or the purchase has changed.
create or replace function ramp.drop_delivery(p_at timestamptz, p_id uuid, p_version int) returns boolean
language plpgsql
as $$
declare
  given ramp.purchase;
  is_free boolean;
begin
  perform ledger.lock_open_book();
  select q.* into given
    from ramp.purchase q
   where q.id = p_id
     and q.version = p_version
     for update;
  perform ledger.refuse_waiting(given.restore_id);
  is_free := case
    when given.payment_id is null then false
    when given.chain_fee_msats is not null then onchain.give_up(p_at, given.payment_id)
    else payments.give_up(p_at, given.payment_id)
  end;
  if not is_free then
    return false;
  end if;
  update ramp.purchase q
     set invoice = null,
         payment_id = null,
         version = q.version + 1
   where q.id = p_id;
  return true;
end $$;
