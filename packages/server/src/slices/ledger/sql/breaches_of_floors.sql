-- No account is below its floor: a backstop, since a constraint says the same.
create or replace function ledger.breaches_of_floors(p_after bigint)
returns setof text
language plpgsql
stable
as $$
begin
  return query
    select format('account %s holds %s, its floor is %s', a.no, a.balance, coalesce(a.floor, 0))
      from ledger.accounts_after(p_after) moved
      join ledger.account a
        on a.no = moved.no
     where a.balance < a.floor
        or (a.kind = 'wallet' and a.balance < 0);
end
$$;
