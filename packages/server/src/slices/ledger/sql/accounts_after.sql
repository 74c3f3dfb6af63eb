-- The accounts that the postings after p_after moved; all accounts when p_after is 0. So a check of what is new looks
-- at no more accounts than it must.
create or replace function ledger.accounts_after(p_after bigint)
returns table (no bigint)
language plpgsql
stable
as $$
begin
  if p_after = 0 then
    return query
      select a.no
        from ledger.account a;
  else
    return query
      select p.debit
        from ledger.posting p
       where p.no > p_after
       union
      select p.credit
        from ledger.posting p
       where p.no > p_after;
  end if;
end
$$;
