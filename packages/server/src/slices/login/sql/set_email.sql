-- Gives a user an e-mail address that an operator knows to be the user's, and ends all logins.
--
-- outcome: as users.change_email.
create or replace function login.set_email(p_at timestamptz, p_user uuid, p_email text, p_event uuid) returns text
language plpgsql
as $$
declare
  outcome text;
begin
  outcome := users.change_email(p_at, p_user, p_email, true);
  if outcome = 'changed' then
    perform login.end_logins(p_at, p_user, null);
    delete from login.known_browser k
     where k.user_id = p_user;
    insert into login.security_event (id, user_id, kind, at, user_agent, network)
    values (p_event, p_user, 'email_changed', p_at, '', '');
  end if;
  return outcome;
end $$;
