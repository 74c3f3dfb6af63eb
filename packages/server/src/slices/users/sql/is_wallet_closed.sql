-- Whether a wallet is that of a user who has closed the account: nobody can reach what it gets. Door for the receiving
-- slice.
create or replace function users.is_wallet_closed(p_wallet uuid) returns boolean
language sql
stable
as $$
  select exists (
    select from users.user u
     where u.wallet_id = p_wallet
       and u.closed_at is not null)
$$;
