-- Gives a user the e-mail address that a code has proved, and ends all other logins: one of them may have begun with
-- the address before.
--
-- outcome: as users.change_email. ended: the sessions that ended.
create or replace function login.change_email(
  p_at timestamptz,
  p_user uuid,
  p_email text,
  p_address_hash bytea,
  p_session uuid,
  p_user_agent text,
  p_network text,
  p_event uuid,
  p_ended_event uuid,
  out outcome text,
  out ended uuid[]
)
language plpgsql
as $$
begin
  outcome := users.change_email(p_at, p_user, p_email, true);
  if outcome <> 'changed' then
    return;
  end if;
  ended := login.end_logins(p_at, p_user, p_session);
  update login.known_browser k
     set address_hash = p_address_hash
   where k.user_id = p_user;
  insert into login.security_event (id, user_id, kind, at, user_agent, network)
  select e.id, p_user, e.kind, p_at, p_user_agent, p_network
    from (values (p_event, 'email_changed'), (p_ended_event, 'sessions_revoked')) as e(id, kind)
   where e.kind = 'email_changed'
      or cardinality(ended) > 0;
end $$;
