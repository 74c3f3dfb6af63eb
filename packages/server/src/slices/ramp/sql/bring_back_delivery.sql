-- Binds a purchase to the payment that left to deliver it before a restore: it ends with this payment, and nothing else
-- is delivered. The invoice is not known. Door for the restore slice, under the lock.
--
-- outcome: bound (also before), unknown (no such purchase), ended, not_paid (the processor has to be asked first),
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
    when given.state in ('quoted', 'requires_payment', 'requires_action') then 'not_paid'
    when given.state not in ('authorized', 'captured', 'on_hold', 'delivering') then 'ended'
    -- Another payment was never begun, and never will be.
    when given.payment_id is null or given.payment_id = p_payment
      or given.restore_id is not null and payments.give_up_departed(p_at, given.payment_id) then 'bound'
    else 'delivering'
  end;
  if outcome = 'bound' then
    perform ramp.bind_departed(p_at, given.id, p_payment);
  end if;
  return outcome;
end $$;

-- Makes this the payment of the purchase; its driver asks for the outcome. The invoice of another payment goes. Call it
-- under the lock.
create or replace function ramp.bind_departed(p_at timestamptz, p_id uuid, p_payment uuid) returns void
language plpgsql
as $$
begin
  update ramp.purchase q
     set previous_state = case when q.state in ('captured', 'on_hold') then q.state else q.previous_state end,
         state = case when q.state in ('captured', 'on_hold') then 'delivering' else q.state end,
         version = q.version + 1,
         invoice = case when q.payment_id = p_payment then q.invoice end,
         payment_id = p_payment,
         tries = 0,
         due_at = p_at,
         changed_at = p_at
   where q.id = p_id;
end $$;
