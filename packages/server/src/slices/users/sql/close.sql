-- Closes the account of a user whose wallet is empty: the e-mail address is free for others, the texts are gone, and
-- the wallet takes and sends nothing any more. The gamertag stays taken for ever. Door for the slice that knows what
-- else must not be pending: it calls this while the ledger's row is locked.
--
-- outcome: closed (also when it was closed before), not_found, not_empty.
create or replace function users.close(p_at timestamptz, p_id uuid) returns text
language plpgsql
as $$
declare
  known users.user;
  account bigint;
begin
  select u.* into known
    from users.user u
   where u.id = p_id
     for update;
  if known.id is null then
    return 'not_found';
  elsif known.closed_at is not null then
    return 'closed';
  end if;
  select d.account into account
    from users.due_limits(array[p_id]) d;
  if ledger.balance(account) <> 0 then
    return 'not_empty';
  end if;

  update users.user u
     set email = 'closed:' || u.id,
         email_verified_at = null,
         identity_verified_at = null,
         public_bio = '',
         image = '',
         twitter = '',
         website = '',
         limits_by_hand = array['daily', 'weekly', 'monthly', 'max_balance'],
         blocked_at = coalesce(u.blocked_at, p_at),
         closed_at = p_at
   where u.id = p_id;
  perform ledger.set_limits(p_at, account, 0, 0, 0, 0);
  return 'closed';
end $$;
