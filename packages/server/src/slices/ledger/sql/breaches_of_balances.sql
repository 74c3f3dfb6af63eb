-- Every stored balance is what the account's postings sum to. Looked at after p_after, the sum starts with the balance
-- after the account's last posting before that.
create or replace function ledger.breaches_of_balances(p_after bigint)
returns setof text
language plpgsql
stable
as $$
begin
  return query
    with movement as (
      select p.debit as account, -p.amount as change, p.debit_previous as previous
        from ledger.posting p
       where p.no > p_after
       union all
      select p.credit, p.amount, p.credit_previous
        from ledger.posting p
       where p.no > p_after
    ),
    total as (
      select m.account, sum(m.change) as change, min(m.previous) as previous
        from movement m
       group by m.account
    ),
    compared as (
      select a.no, a.balance,
             coalesce(t.change, 0)
             + coalesce(case a.no when p.debit then p.debit_after when p.credit then p.credit_after end, 0) as sum
        from ledger.accounts_after(p_after) moved
        join ledger.account a
          on a.no = moved.no
        left join total t
          on t.account = a.no
        left join ledger.posting p
          on p.no = t.previous
         and p.no <= p_after
    )
    select format('account %s holds %s, its postings sum to %s', c.no, c.balance, c.sum)
      from compared c
     where c.balance <> c.sum;
end
$$;
