-- Whether a wallet may have a name. Locks the row of the name, so that the answer is true until the transaction ends:
-- a look-up that is about to use the name waits, and finds the wallet that has it then.
create or replace function wallets.hold_name(p_at timestamptz, p_wallet uuid, p_name text) returns boolean
language plpgsql
as $$
declare
  known wallets.name;
begin
  select n.*
    into known
    from wallets.name n
   where n.name = p_name
     for update;
  return known.name is null
      or known.wallet_id = p_wallet
      or wallets.is_freed(p_at, known.released_at, known.was_used);
end $$;
