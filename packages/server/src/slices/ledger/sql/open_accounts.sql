-- Opens one account for each element of p_kind (null: none) and returns their numbers in the same order.
-- The only kind that customers have is 'wallet': it never falls below zero.
create or replace function ledger.open_accounts(p_kind text[], out no bigint[])
language plpgsql
as $$
declare
  n constant int := coalesce(cardinality(array_remove(p_kind, null)), 0);
  last_no bigint;
begin
  if exists (select from unnest(p_kind) as k(kind) where k.kind <> 'wallet') then
    raise exception 'an account that is opened must be a wallet';
  end if;

  update ledger.book b
     set account_no = b.account_no + n
  returning b.account_no - n
    into strict last_no;

  select coalesce(array_agg(case when k.kind is not null then last_no + k.rank end order by k.i), '{}')
    into no
    from (
      select u.kind, u.i, count(u.kind) over (order by u.i) as rank
        from unnest(p_kind) with ordinality as u(kind, i)
    ) k;

  insert into ledger.account (no, kind, floor)
  select opened.account, 'wallet', 0
    from unnest(open_accounts.no) as opened(account)
   where opened.account is not null;
end
$$;
