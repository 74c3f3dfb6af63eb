-- Binds a voucher or withdrawal request to a payment that left for it before a restore: nobody else takes it, and it
-- ends with this payment. Its invoice is not known. Door for the restore slice, under the lock.
--
-- payer: the account that paid; null where nothing was bound. outcome: bound (also before), unknown (no such thing),
-- ended, claimed (by another payment, which has to end first), differs (in amount or wallet).
create or replace function vouchers.bring_back_claim(
  p_at timestamptz,
  p_kind text,
  p_id uuid,
  p_wallet uuid,
  p_payment uuid,
  p_payment_hash bytea,
  p_amount bigint,
  p_fee_limit bigint,
  out outcome text,
  out payer bigint,
  out funder uuid
)
language plpgsql
as $$
declare
  given vouchers.voucher;
begin
  select v.* into given
    from vouchers.voucher v
   where v.id = p_id
     and v.kind = p_kind
     for update;
  outcome := case
    when given.id is null then 'unknown'
    when given.amount_msats <> p_amount + p_fee_limit
      or p_wallet is distinct from case p_kind when 'withdrawal' then given.wallet_id end then 'differs'
    when given.payment_id = p_payment and given.state in ('claiming', 'redeemed') then 'bound'
    when given.state = 'open' then 'bound'
    -- Its payment was never begun, and never will be.
    when given.state = 'claiming' and given.restore_id is not null and payments.give_up_departed(p_at, given.payment_id)
      then 'bound'
    when given.state = 'claiming' then 'claimed'
    else 'ended'
  end;
  if outcome <> 'bound' then
    return;
  end if;
  funder := given.owner_id;
  payer := case p_kind when 'withdrawal' then given.account_no else ledger.system('vouchers_outstanding') end;
  if given.payment_id is distinct from p_payment then
    update vouchers.voucher v
       set state = 'claiming',
           version = v.version + 1,
           due_at = p_at,
           payment_id = p_payment,
           invoice = null,
           payment_hash = p_payment_hash,
           claim_msats = p_amount
     where v.id = given.id;
  end if;
end $$;
