-- Every posting takes from one account of the ledger what it gives to another, the postings of a transfer stand
-- together, and all balances sum to zero (looked at only over the whole ledger: p_after = 0).
create or replace function ledger.breaches_of_sums(p_after bigint)
returns setof text
language plpgsql
stable
as $$
begin
  return query
    select format('posting %s moves %s from account %s to account %s', p.no, p.amount, p.debit, p.credit)
      from ledger.posting p
      left join ledger.account d
        on d.no = p.debit
      left join ledger.account c
        on c.no = p.credit
     where p.no > p_after
       and (p.amount <= 0 or p.debit = p.credit or d.no is null or c.no is null);

  return query
    select format('transfer %s stands in postings %s to %s, which hold others too', p.transfer, min(p.no), max(p.no))
      from ledger.posting p
     where p.no > p_after
     group by p.transfer
    having max(p.no) - min(p.no) + 1 <> count(*);

  if p_after = 0 then
    return query
      select format('all balances sum to %s', sum(a.balance))
        from ledger.account a
      having sum(a.balance) <> 0;
  end if;
end
$$;
