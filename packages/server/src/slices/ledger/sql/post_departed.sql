-- Takes out of an account what has left it already: before a restore, which went back behind it. Limits of spending
-- refuse nothing, and count it (p_spend) in the hour of p_spent_at, in which it had left. What a wallet cannot cover is
-- lent to it by `restore_deficit`, with a transfer of its own (p_loan): until the wallet has paid it back nothing else
-- leaves it. Door for the slices that bring payments and vouchers back, under the lock.
--
-- posting: the number of p_transfer's. lent: in msats; 0: the wallet covers it.
create or replace function ledger.post_departed(
  p_at timestamptz,
  p_transfer uuid,
  p_loan uuid,
  p_debit bigint,
  p_credit bigint,
  p_amount bigint,
  p_spend bigint,
  p_spent_at timestamptz,
  p_cause_kind text,
  p_cause uuid,
  out posting bigint,
  out lent bigint
)
language plpgsql
as $$
declare
  given ledger.account;
begin
  perform ledger.lock_book();
  select a.* into strict given
    from ledger.account a
   where a.no = p_debit;
  lent := case when given.no >= 1000 then greatest(0, p_amount - given.balance) else 0 end;

  update ledger.account a
     set lent_msats = 0
   where a.no = p_debit;
  posting := (ledger.post_all(
    p_at,
    array[p_loan, p_transfer],
    array[ledger.system('restore_deficit'), p_debit],
    array[p_debit, p_credit],
    array[nullif(lent, 0), p_amount],
    null,
    null,
    array['restore_deficit', p_cause_kind],
    array[p_cause, p_cause]))[2];
  -- a clock that was ahead spends nothing in hours to come
  perform ledger.count_departed(p_debit, floor(extract(epoch from least(p_spent_at, p_at)) / 3600)::int, p_spend);
  update ledger.account a
     set -- what was spent by now may be above the limits
         limits_hour = greatest(a.hour, a.limits_hour, floor(extract(epoch from p_at) / 3600)::int),
         lent_msats = given.lent_msats + lent
   where a.no = p_debit;
end $$;
