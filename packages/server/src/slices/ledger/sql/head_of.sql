-- The newest posting of an account; 0: it has none. Door for slices that look for what came later.
create or replace function ledger.head_of(p_account bigint) returns bigint
language sql
stable
as $$
  select a.last_posting
    from ledger.account a
   where a.no = p_account
$$;
