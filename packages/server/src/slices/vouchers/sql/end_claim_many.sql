-- Ends claims whose payment has its outcome, or was refused. p_as: completed (p_fee: what the route took; p_transfer:
-- the payment's own transfer), failed (proved), refused (it was never made).
--
-- A payment of a voucher took amount and fee from the account of vouchers; the rest goes back to the issuer by the
-- transfer p_rest. A payment of a withdrawal request took them from the issuer's wallet. A claim that was refused ends
-- only when no payment can have its id any more.
--
-- A claim that waits for a restore is not reopened without a proof: it may have been paid out since the copy was made.
--
-- outcome: redeemed, reopened, payment_exists (refused, but an earlier call has made it), moved_on (it is not this
-- payment's claim), waits (for a restore).
create or replace function vouchers.end_claim_many(
  p_at timestamptz,
  p_id uuid[],
  p_payment uuid[],
  p_as text[],
  p_fee bigint[],
  p_transfer uuid[],
  p_rest uuid[],
  p_event uuid[]
) returns table (i int, outcome text)
language plpgsql
as $$
declare
  given vouchers.voucher;
  rest bigint;
  k int;
begin
  perform ledger.lock_book();
  for k in 1..cardinality(p_id) loop
    i := k;
    select v.* into strict given from vouchers.voucher v where v.id = p_id[k] for update;
    if given.payment_id is distinct from p_payment[k] then
      outcome := 'moved_on';
    elsif given.state = 'redeemed' then
      outcome := 'redeemed';
    elsif p_as[k] = 'completed' then
      outcome := 'redeemed';
      -- What a route took beyond its limit was not the voucher's.
      rest := given.amount_msats - given.claim_msats - least(p_fee[k], given.amount_msats - given.claim_msats);
      perform vouchers.give_back_budget(given, rest);
      if given.kind = 'withdrawal' then
        rest := 0;
      elsif rest > 0 then
        perform vouchers.give_back(p_at, given, p_rest[k], rest);
      end if;
      update vouchers.voucher v
         set state = 'redeemed',
             version = v.version + 1,
             due_at = null,
             ended_at = p_at,
             fee_msats = p_fee[k],
             end_transfer_id = p_transfer[k],
             rest_transfer_id = case when rest > 0 then p_rest[k] end,
             restore_id = null
       where v.id = given.id
      returning v.* into given;
      perform vouchers.after_end(p_at, given, p_event[k]);
    elsif p_as[k] = 'refused' and given.restore_id is not null then
      outcome := 'waits';
    elsif p_as[k] = 'refused' and not payments.give_up(p_at, p_payment[k]) then
      outcome := 'payment_exists';
    else
      outcome := 'reopened';
      perform vouchers.unbind(given.id);
    end if;
    return next;
  end loop;
end $$;
