-- Whether a wallet has a payment that is not finished, for slices that close wallets.
create or replace function payments.has_pending(p_wallet uuid) returns boolean
language sql
stable
as $$
  select exists (
    select from payments.payment p
     where p.wallet_id = p_wallet
       and p.state not in ('completed', 'failed'))
$$;
