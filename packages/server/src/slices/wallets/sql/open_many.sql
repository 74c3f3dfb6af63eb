-- Opens wallets with an account in the ledger each, and returns the accounts in the same order. Door for the slices
-- whose owners get wallets: they call it while the ledger's row is locked, in the statement that makes the owner. An id
-- that exists is not opened again (its connection broke): its account is returned.
create or replace function wallets.open_many(
  p_at timestamptz,
  p_id uuid[],
  p_owner_kind text[],
  p_owner uuid[],
  out account bigint[]
)
language plpgsql
as $$
declare
  known bigint[];
  opened bigint[];
begin
  perform ledger.lock_book();
  select array_agg(w.account_no order by u.i)
    into known
    from unnest(p_id) with ordinality u(id, i)
    left join wallets.wallet w on w.id = u.id;

  select ledger.open_accounts(array_agg(case when u.account is null then 'wallet' end order by u.i))
    into opened
    from unnest(known) with ordinality u(account, i);

  insert into wallets.wallet (id, account_no, owner_kind, owner_id, created_at)
  select u.id, u.account, u.owner_kind, u.owner, p_at
    from unnest(p_id, opened, p_owner_kind, p_owner) as u(id, account, owner_kind, owner)
   where u.account is not null;

  select array_agg(coalesce(u.known, u.opened) order by u.i)
    into account
    from unnest(known, opened) with ordinality u(known, opened, i);
end $$;
