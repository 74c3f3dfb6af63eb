-- The owner of a wallet and its account in the ledger; no row where there is no such wallet. For other slices' batched
-- functions.
create or replace function wallets.with_id(p_id uuid) returns table (owner uuid, account bigint)
language sql
stable
as $$
  select w.owner_id, w.account_no
    from wallets.wallet w
   where w.id = p_id
$$;
