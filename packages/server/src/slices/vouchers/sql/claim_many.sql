-- Binds vouchers and withdrawal requests to the invoice that pays them out, and to the payment that will do so. One
-- that is bound is bound to this invoice alone, until the payment has failed.
--
-- p_payment: the payment's id; p_due_at: when it is looked at next, if this process does not get any further.
--
-- outcome: claimed, same (it is bound to this invoice already, or was paid by it), unknown, or the state that it is in:
--          claiming (by another invoice), redeemed, revoked, expired.
create or replace function vouchers.claim_many(
  p_at timestamptz,
  p_token_hash bytea[],
  p_payment uuid[],
  p_invoice text[],
  p_payment_hash bytea[],
  p_amount bigint[],
  p_due_at timestamptz[]
) returns table (i int, outcome text)
language plpgsql
as $$
declare
  given vouchers.voucher;
  k int;
begin
  perform ledger.lock_open_book();
  for k in 1..cardinality(p_token_hash) loop
    i := k;
    select v.* into given
      from vouchers.voucher v
     where v.token_hash = p_token_hash[k]
       for update;
    outcome := case
      when given.id is null then 'unknown'
      when given.payment_id = p_payment[k] then 'claimed' -- repeated after a lost connection
      when given.payment_hash = p_payment_hash[k] then 'same'
      when given.state <> 'open' then given.state
      when given.expires_at <= p_at then 'expired'
      else 'claimed'
    end;
    if outcome = 'claimed' and given.state = 'open' then
      perform ledger.refuse_waiting(given.restore_id);
      update vouchers.voucher v
         set state = 'claiming',
             version = v.version + 1,
             due_at = p_due_at[k],
             payment_id = p_payment[k],
             invoice = p_invoice[k],
             payment_hash = p_payment_hash[k],
             claim_msats = p_amount[k]
       where v.id = given.id;
    end if;
    return next;
  end loop;
end $$;
