-- Gives a wallet a name and releases the one that it had, which still leads to it. Door for the slices whose owners
-- change their names. False when the name is another wallet's, as its present name or as a former one; nothing is done
-- then. A wallet that has the name keeps it as it is.
create or replace function wallets.claim_name(p_at timestamptz, p_wallet uuid, p_name text) returns boolean
language plpgsql
as $$
begin
  perform ledger.lock_book();
  if not wallets.hold_name(p_at, p_wallet, p_name) then
    return false;
  end if;

  update wallets.name n
     set released_at = p_at
   where n.wallet_id = p_wallet
     and n.released_at is null
     and n.name <> p_name;

  insert into wallets.name as n (name, wallet_id, since)
  values (p_name, p_wallet, p_at)
      on conflict (name) do update
     set wallet_id = excluded.wallet_id,
         since = excluded.since,
         released_at = null
   where n.wallet_id <> excluded.wallet_id
      or n.released_at is not null;
  return true;
end $$;
