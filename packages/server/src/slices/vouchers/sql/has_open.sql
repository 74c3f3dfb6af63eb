-- Whether a wallet has a voucher or withdrawal request whose value may come back to it, for slices that close wallets.
create or replace function vouchers.has_open(p_wallet uuid) returns boolean
language sql
stable
as $$
  select exists (
    select from vouchers.voucher v
     where v.wallet_id = p_wallet
       and v.state in ('open', 'claiming'))
$$;
