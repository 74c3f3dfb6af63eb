-- The limits of customers' accounts, for other slices: one call for all is read as a whole, and one account by its
-- number.
create or replace function ledger.list_limits()
returns table (no bigint, daily bigint, weekly bigint, monthly bigint, max_balance bigint)
language sql
stable
as $$
  select a.no, a.limit_day, a.limit_week, a.limit_month, a.max_balance
    from ledger.account a
   where a.no >= 1000
$$;
