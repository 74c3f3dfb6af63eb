-- Binds a purchase to the payment on the chain that was published to deliver it before a restore. Door for the restore
-- slice, under the lock.
--
-- outcome: bound (also before), unknown (no such purchase), ended, not_paid (the processor has to be asked first),
--          delivering (by another payment), differs (in address, amount or fee).
create or replace function ramp.bring_back_onchain(
  p_at timestamptz,
  p_id uuid,
  p_payment uuid,
  p_destination text,
  p_amount bigint,
  p_fee bigint
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
    when given.chain_fee_msats is null or given.destination <> p_destination or given.amount_msats <> p_amount
      or given.fee_limit_msats < p_fee then 'differs'
    when given.state in ('quoted', 'requires_payment', 'requires_action') then 'not_paid'
    when given.state not in ('authorized', 'captured', 'on_hold', 'delivering') then 'ended'
    -- Another payment was never begun, and never will be.
    when given.payment_id is null or given.payment_id = p_payment
      or given.restore_id is not null and onchain.give_up_departed(p_at, given.payment_id) then 'bound'
    else 'delivering'
  end;
  if outcome = 'bound' then
    perform ramp.bind_departed(p_at, given.id, p_payment);
  end if;
  return outcome;
end $$;
