-- No account is below its floor: a backstop, since a constraint says the same. And each has the floor of its kind:
-- without it the next transfer may take what is not there.
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

  return query
    select format('account %s (%s) has the floor %s', a.no, a.kind, coalesce(a.floor::text, 'none'))
      from ledger.account a
     where a.no < 1000
       and a.floor is distinct from
             case when a.kind in ('reserved', 'vouchers_outstanding', 'ramp_clearing') then 0 end;

  return query
    select format('account %s (%s) of a customer has the floor %s', a.no, a.kind, coalesce(a.floor::text, 'none'))
      from ledger.accounts_after(p_after) moved
      join ledger.account a
        on a.no = moved.no
     where a.no >= 1000
       and (a.floor is distinct from 0 or a.kind <> 'wallet');
end
$$;
