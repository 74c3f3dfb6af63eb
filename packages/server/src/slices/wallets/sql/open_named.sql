-- Opens a wallet with its name, and returns its account; null when the name is another wallet's, and nothing is done
-- then. Door for the slices whose owners get wallets: they call it in the statement that makes the owner.
create or replace function wallets.open_named(
  p_at timestamptz,
  p_id uuid,
  p_owner_kind text,
  p_owner uuid,
  p_name text
) returns bigint
language plpgsql
as $$
declare
  account bigint;
begin
  perform ledger.lock_book();
  if not wallets.hold_name(p_at, p_id, p_name) then
    return null;
  end if;

  select o.account[1]
    into account
    from wallets.open_many(p_at, array[p_id], array[p_owner_kind], array[p_owner]) o;
  perform wallets.claim_name(p_at, p_id, p_name);
  return account;
end $$;
