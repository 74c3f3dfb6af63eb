-- The wallet with this account of the ledger, and its owner; no row for a system account. For other slices' batched
-- functions and invariants.
create or replace function wallets.with_account(p_account bigint) returns table (id uuid, owner uuid)
language sql
stable
as $$
  select w.id, w.owner_id
    from wallets.wallet w
   where w.account_no = p_account
$$;
