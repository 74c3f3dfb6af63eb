-- Whether a wallet has a charge that can still be paid, for slices that close wallets.
create or replace function receiving.has_open(p_at timestamptz, p_wallet uuid) returns boolean
language sql
stable
as $$
  select exists (
    select from receiving.charge c
     where c.wallet_id = p_wallet
       and c.state = 'pending'
       and c.expires_at > p_at)
$$;
