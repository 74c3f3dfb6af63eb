-- Ends every session and every login that is under way, of all users, with what applications have from them: in a
-- restored database those are back that had ended since. Door for the restore slice.
create or replace function login.end_all(p_at timestamptz) returns void
language plpgsql
as $$
begin
  delete from login.session;
  delete from login.attempt;
  delete from login.passkey_challenge;
  delete from login.wallet_challenge;
  perform oauth.end_all(p_at);
end $$;
