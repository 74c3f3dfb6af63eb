-- Every posting after p_after has a cause of a known kind, and moves money between accounts that this kind may move it
-- between.
create or replace function ledger.breaches_of_causes(p_after bigint)
returns setof text
language plpgsql
stable
as $$
begin
  return query
    select format('posting %s of %s %s moves %s msats from account %s (%s) to %s (%s), for which it is no cause',
                  p.no, p.cause_kind, p.cause, p.amount, p.debit, coalesce(d.kind, 'none'), p.credit,
                  coalesce(c.kind, 'none'))
      from ledger.posting p
      left join ledger.account d
        on d.no = p.debit
      left join ledger.account c
        on c.no = p.credit
     where p.no > p_after
       and not exists (
         select from ledger.cause_kinds() k
          where (k.kind, k.debit, k.credit) = (p.cause_kind, d.kind, c.kind))
     order by p.no;
end
$$;
