-- What an account can give now, above its floor and what it owes; null when it has no floor.
create or replace function ledger.spendable(p_no bigint) returns bigint
language sql
stable
as $$
  select greatest(0, a.balance - a.floor - a.lent_msats)
    from ledger.account a
   where a.no = p_no
$$;
