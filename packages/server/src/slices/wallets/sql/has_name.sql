-- Whether a name is the present name of a wallet, for other slices' invariants.
create or replace function wallets.has_name(p_id uuid, p_name text) returns boolean
language sql
stable
as $$
  select exists (
    select from wallets.name n
     where n.name = p_name
       and n.wallet_id = p_id
       and n.released_at is null)
$$;
