-- What an account can give now, above its floor; null when it has no floor.
create or replace function ledger.spendable(p_no bigint) returns bigint
language sql
stable
as $$
  select a.balance - a.floor
    from ledger.account a
   where a.no = p_no
$$;
