-- Takes back what was lent to accounts, as far as they hold it, each with its transfer. Door for the restore slice.
--
-- covered: in msats; 0: the account holds nothing, or owes nothing. owed: what it owes still.
create or replace function ledger.cover_deficits(p_at timestamptz, p_no bigint[], p_transfer uuid[])
returns table (account bigint, covered bigint, owed bigint)
language plpgsql
as $$
declare
  given ledger.account;
  k int;
begin
  perform ledger.lock_open_book();
  for k in 1..cardinality(p_no) loop
    select a.* into strict given
      from ledger.account a
     where a.no = p_no[k];
    account := given.no;
    covered := least(given.balance, given.lent_msats);
    owed := given.lent_msats - covered;
    if covered > 0 then
      update ledger.account a
         set lent_msats = 0
       where a.no = given.no;
      perform ledger.post_all(
                p_at, array[p_transfer[k]], array[given.no], array[ledger.system('restore_deficit')], array[covered],
                null, null, array['deficit_covered'], array[p_transfer[k]]);
      update ledger.account a
         set lent_msats = owed
       where a.no = given.no;
    end if;
    return next;
  end loop;
end $$;

-- Accounts that owe what was lent to them, in msats.
create or replace function ledger.list_deficits() returns table (account bigint, owed bigint, balance bigint)
language sql
stable
as $$
  select a.no, a.lent_msats, a.balance
    from ledger.account a
   where a.lent_msats > 0
   order by a.no
$$;

-- What accounts owe is what `restore_deficit` has lent and not got back. Reads a few rows.
create or replace function ledger.breaches_of_deficits() returns setof text
language sql
stable
as $$
  select format('accounts owe %s for what was lent to them, restore_deficit lent %s', d.owed, -d.balance)
    from (select coalesce((select sum(l.owed) from ledger.list_deficits() l), 0) as owed,
                 ledger.balance(ledger.system('restore_deficit')) as balance) d
   where d.owed <> -d.balance
$$;
