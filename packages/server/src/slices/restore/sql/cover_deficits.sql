-- Takes back what was lent to wallets for payments that had left before a restore, and closes the incident of a wallet
-- that owes nothing any more.
create or replace function restore.cover_deficits(p_at timestamptz, p_account bigint[], p_transfer uuid[])
returns table (wallet uuid, covered bigint, owed bigint)
language plpgsql
as $$
begin
  for wallet, covered, owed in
    select w.id, d.covered, d.owed
      from ledger.cover_deficits(p_at, p_account, p_transfer) d
     cross join lateral wallets.with_account(d.account) w
  loop
    if owed = 0 then
      perform incidents.close_many(p_at, array[wallet::text], 'restore_deficit', array['the wallet has covered it']);
    end if;
    return next;
  end loop;
end $$;

-- Wallets that owe for such payments, in msats; and what they hold.
create or replace function restore.list_deficits()
returns table (wallet uuid, account bigint, owed bigint, balance bigint)
language sql
stable
as $$
  select w.id, d.account, d.owed, d.balance
    from ledger.list_deficits() d
   cross join lateral wallets.with_account(d.account) w
$$;
