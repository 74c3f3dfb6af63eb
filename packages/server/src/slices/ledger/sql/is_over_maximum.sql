-- Whether an account holds more than its maximum balance, for slices that credit what they may not refuse; null when
-- there is no such account.
create or replace function ledger.is_over_maximum(p_no bigint) returns boolean
language sql
stable
as $$
  select a.balance > coalesce(a.max_balance, a.balance)
    from ledger.account a
   where a.no = p_no
$$;
