-- Seen from each account, every posting names the one before it and carries its balance on, and the account names the
-- last one.
create or replace function ledger.breaches_of_history(p_after bigint)
returns setof text
language plpgsql
stable
as $$
begin
  return query
    with movement as (
      select p.debit as account, p.no, p.debit_previous as previous, p.debit_after as after,
             -p.amount::numeric as change
        from ledger.posting p
       where p.no > p_after
       union all
      select p.credit, p.no, p.credit_previous, p.credit_after, p.amount
        from ledger.posting p
       where p.no > p_after
    ),
    linked as (
      select m.*,
             lag(m.no) over account_by_no as no_before,
             lag(m.after) over account_by_no as after_before
        from movement m
      window account_by_no as (partition by m.account order by m.no)
    )
    select format('posting %s does not continue the history of account %s: it names posting %s', l.no, l.account,
                  l.previous)
      from linked l
      left join ledger.posting p
        on p.no = l.previous
       and p.no <= p_after
       and l.account in (p.debit, p.credit)
       and l.no_before is null
     where case
             when l.no_before is not null then l.previous <> l.no_before or l.after <> l.after_before + l.change
             when l.previous = 0 then l.after <> l.change
             else p.no is null
               or l.after <> case l.account when p.debit then p.debit_after else p.credit_after end + l.change
           end
     order by l.no;

  return query
    with newest as (
      select m.account, max(m.no) as no
        from (
          select p.debit as account, p.no from ledger.posting p where p.no > p_after
           union all
          select p.credit, p.no from ledger.posting p where p.no > p_after
        ) m
       group by m.account
    )
    select format('account %s names posting %s as its last, which is %s', a.no, a.last_posting, coalesce(n.no, 0))
      from ledger.accounts_after(p_after) moved
      join ledger.account a
        on a.no = moved.no
      left join newest n
        on n.account = a.no
     where a.last_posting <> coalesce(n.no, 0);
end
$$;
