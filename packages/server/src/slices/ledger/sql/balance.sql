-- Balance of an account, for other slices' invariants; null when there is no such account.
create or replace function ledger.balance(p_no bigint) returns bigint
language sql
stable
as $$
  select a.balance
    from ledger.account a
   where a.no = p_no
$$;
