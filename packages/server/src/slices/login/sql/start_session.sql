-- Logs a browser in: its attempt becomes a session under another secret, and the session that the browser had ends. Of
-- several calls for one attempt one does it. The browser is known as one of the user from now on.
--
-- p_state: the state that the attempt must be in; null: the browser needs none, because another table knows what was
-- proved. p_user: the user that the attempt must be about, where it knows one. p_revision: of login.factor_set, from
-- before the factors, the address and the block were looked at; 0 where there is no row.
--
-- outcome: started, none (the attempt is gone, in another state, or about another user), changed (factors, address or
-- block were, since then; the attempt ends). ended: sessions that ended, none or one. is_new: the user has logged in
-- before, and not with this browser.
create or replace function login.start_session(
  p_at timestamptz,
  p_browser_hash bytea,
  p_state text,
  p_id uuid,
  p_secret_hash bytea,
  p_user uuid,
  p_revision int,
  p_methods text[],
  p_expires_at timestamptz,
  p_user_agent text,
  p_network text,
  p_event uuid,
  p_known uuid,
  p_address_hash bytea,
  p_known_until timestamptz,
  p_known_max int,
  out outcome text,
  out ended_id uuid,
  out ended_user uuid,
  out is_new boolean
)
language plpgsql
as $$
declare
  revision_now int;
begin
  -- A change that is being made now ends before, or begins after this.
  insert into login.factor_set (user_id, changed_at)
  values (p_user, p_at)
      on conflict (user_id) do nothing;
  select f.revision into revision_now
    from login.factor_set f
   where f.user_id = p_user
     for share;
  delete from login.attempt t
   where t.browser_hash = p_browser_hash
     and t.purpose = 'log_in'
     and t.state = coalesce(p_state, t.state)
     and t.expires_at > p_at
     and (p_state is null or coalesce(t.user_id, p_user) = p_user);
  if not found and p_state is not null then
    outcome := 'none';
    return;
  end if;
  if revision_now <> p_revision then
    outcome := 'changed';
    return;
  end if;
  delete from login.session s
   where s.secret_hash = p_browser_hash
  returning s.id, s.user_id into ended_id, ended_user;

  is_new := exists (
              select from login.security_event e
               where e.user_id = p_user
                 and e.kind = 'session_started')
        and not exists (
              select from login.known_browser k
               where k.secret_hash = p_browser_hash
                 and k.user_id = p_user
                 and k.expires_at > p_at);
  insert into login.session (id, secret_hash, user_id, methods, authenticated_at, seen_at, expires_at, user_agent,
                             network)
  values (p_id, p_secret_hash, p_user, p_methods, p_at, p_at, p_expires_at, p_user_agent, p_network);
  insert into login.security_event (id, user_id, kind, at, user_agent, network)
  values (p_event, p_user, 'session_started', p_at, p_user_agent, p_network);
  perform login.move_browser(p_browser_hash, p_secret_hash);
  perform login.know_browser(
            p_at, p_known, p_secret_hash, p_user, p_address_hash, p_id, p_known_until, p_user_agent, p_network,
            p_known_max);
  outcome := 'started';
end $$;

-- Of the browsers of a user the ones that logged in last stay known.
create or replace function login.know_browser(
  p_at timestamptz,
  p_id uuid,
  p_secret_hash bytea,
  p_user uuid,
  p_address_hash bytea,
  p_session uuid,
  p_until timestamptz,
  p_user_agent text,
  p_network text,
  p_most int
) returns void
language plpgsql
as $$
begin
  insert into login.known_browser as k (id, secret_hash, user_id, address_hash, session_id, logged_in_at, expires_at,
                                        user_agent, network)
  values (p_id, p_secret_hash, p_user, p_address_hash, p_session, p_at, p_until, p_user_agent, p_network)
      on conflict (secret_hash, user_id) do update
     set address_hash = excluded.address_hash,
         session_id = excluded.session_id,
         logged_in_at = excluded.logged_in_at,
         expires_at = excluded.expires_at,
         user_agent = excluded.user_agent,
         network = excluded.network;
  delete from login.known_browser k
   where k.id in (
           select o.id
             from login.known_browser o
            where o.user_id = p_user
            order by o.logged_in_at desc, o.id desc
           offset p_most);
end $$;
