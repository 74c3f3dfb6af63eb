-- Whether somebody of this kind has a wallet, for other slices: who has one is a project or a user.
create or replace function wallets.is_owner(p_owner uuid, p_owner_kind text) returns boolean
language sql
stable
as $$
  select exists (
    select from wallets.wallet w
     where w.owner_id = p_owner
       and w.owner_kind = p_owner_kind)
$$;
