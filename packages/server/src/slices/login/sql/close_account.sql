-- Closes the account of a user: only with an empty wallet, and nothing that may still move money in or out of it.
-- Sessions end; what was recorded of the user's browsers is deleted, and what the user logs in with.
--
-- outcome: closed, not_found, not_empty, pending. ended: the sessions.
create or replace function login.close_account(
  p_at timestamptz,
  p_user uuid,
  p_wallet uuid,
  out outcome text,
  out ended uuid[]
)
language plpgsql
as $$
begin
  -- Nothing that moves money happens meanwhile.
  perform ledger.lock_book();
  if payments.has_pending(p_wallet) or receiving.has_open(p_at, p_wallet) or vouchers.has_open(p_wallet) then
    outcome := 'pending';
    return;
  end if;
  outcome := users.close(p_at, p_user);
  if outcome <> 'closed' then
    return;
  end if;

  -- A change of the factors that runs now ends before, or finds the account closed.
  ended := login.end_logins(p_at, p_user, null);
  delete from login.security_event e
   where e.user_id = p_user;

  delete from login.totp t
   where t.user_id = p_user;
  delete from login.passkey k
   where k.user_id = p_user;
  delete from login.lightning_key k
   where k.user_id = p_user;
  delete from login.password w
   where w.user_id = p_user;
  delete from login.passkey_challenge c
   where c.user_id = p_user;
  delete from login.wallet_challenge c
   where c.user_id = p_user;
end $$;
