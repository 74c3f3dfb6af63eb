-- Binds a purchase to the payment that left to deliver it before a restore: it ends with this payment, and nothing else
-- is delivered. The invoice is not known. Door for the restore slice, under the lock.
--
-- outcome: bound (also before), unknown (no such purchase), ended, not_captured (the processor is asked first),
-- delivering (by another payment, which has to end first), differs (in amount, or it is delivered on the chain).
create or replace function ramp.bring_back_delivery(
  p_at timestamptz,
  p_id uuid,
  p_payment uuid,
  p_amount bigint,
  p_fee_limit bigint
) returns text
language plpgsql
as $$
declare
  given ramp.purchase;
  outcome text;
begin
  select q.* into given
    from ramp.purchase q
   where q.id = p_id
     for update;
  outcome := case
    when given.id is null then 'unknown'
    when (given.amount_msats, given.fee_limit_msats) <> (p_amount, p_fee_limit) or given.chain_fee_msats is not null
      then 'differs'
    when given.payment_id = p_payment and given.sold_transfer_id is not null then 'bound'
    when given.state in ('quoted', 'requires_payment', 'requires_action', 'authorized') then 'not_captured'
    when given.state not in ('captured', 'on_hold', 'delivering') then 'ended'
    -- Its payment was never begun, and never will be.
    when given.payment_id is null
      or given.restore_id is not null and payments.give_up_departed(p_at, given.payment_id) then 'bound'
    else 'delivering'
  end;
  if outcome = 'bound' and given.payment_id is distinct from p_payment then
    update ramp.purchase q
       set previous_state = case q.state when 'delivering' then q.previous_state else q.state end,
           state = 'delivering',
           version = q.version + 1,
           invoice = null,
           payment_id = p_payment,
           tries = 0,
           due_at = p_at,
           changed_at = p_at
     where q.id = given.id;
  end if;
  return outcome;
end $$;
