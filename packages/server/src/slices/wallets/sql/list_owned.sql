-- The wallets whose owners are of a kind, for other slices' invariants.
create or replace function wallets.list_owned(p_owner_kind text) returns table (id uuid, owner uuid)
language sql
stable
as $$
  select w.id, w.owner_id
    from wallets.wallet w
   where w.owner_kind = p_owner_kind
$$;
