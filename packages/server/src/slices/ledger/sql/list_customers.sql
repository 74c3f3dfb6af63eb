-- The accounts of customers, for other slices' invariants: one call for all is read as a whole.
create or replace function ledger.list_customers() returns table (no bigint)
language sql
stable
as $$
  select a.no
    from ledger.account a
   where a.no >= 1000
$$;
