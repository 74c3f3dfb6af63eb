-- Sets all limits of an account; null: none. Door for the slices whose owners have limits by what they are: they call
-- it while the ledger's row is locked, in the statement that opens the account or changes the owner.
create or replace function ledger.set_limits(
  p_at timestamptz,
  p_no bigint,
  p_daily bigint,
  p_weekly bigint,
  p_monthly bigint,
  p_max_balance bigint
) returns void
language sql
as $$
  update ledger.account a
     set limit_day = p_daily,
         limit_week = p_weekly,
         limit_month = p_monthly,
         limits_hour = greatest(a.hour, floor(extract(epoch from p_at) / 3600)::int),
         max_balance = p_max_balance
   where a.no = p_no
$$;
