-- Whether a wallet exists and belongs to this owner, for other slices' invariants.
create or replace function wallets.is_owned(p_id uuid, p_owner_kind text, p_owner uuid) returns boolean
language sql
stable
as $$
  select exists (
    select from wallets.wallet w
     where w.id = p_id
       and w.owner_kind = p_owner_kind
       and w.owner_id = p_owner)
$$;
