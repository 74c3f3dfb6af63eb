-- The wallets whose owners are of a kind, with their present names (null: none) and their accounts in the ledger, for
-- other slices: one call for all is read as a whole, and one wallet by its id.
create or replace function wallets.list_owned(p_owner_kind text)
returns table (id uuid, owner uuid, name text, account bigint)
language sql
stable
as $$
  select w.id, w.owner_id, n.name, w.account_no
    from wallets.wallet w
    left join wallets.name n
      on n.wallet_id = w.id
     and n.released_at is null
   where w.owner_kind = p_owner_kind
$$;
