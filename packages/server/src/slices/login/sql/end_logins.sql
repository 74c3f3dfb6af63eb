-- Ends what lets others go on as a user: sessions, logins that are under way, browsers that are known, and what
-- applications hold. p_except: the session that stays, with its browser; null: none stays.
--
-- A login whose factors were checked before is not finished afterwards (login.start_session), also one that no row
-- knows yet.
--
-- Returns the sessions that ended.
create or replace function login.end_logins(p_at timestamptz, p_user uuid, p_except uuid) returns uuid[]
language plpgsql
as $$
declare
  ended uuid[];
begin
  -- in the order of login.start_session
  insert into login.factor_set as f (user_id, changed_at, revision)
  values (p_user, p_at, 1)
      on conflict (user_id) do update
     set changed_at = p_at,
         revision = f.revision + 1;
  delete from login.attempt t
   where t.user_id = p_user;
  with gone as (
    delete from login.session s
     where s.user_id = p_user
       and s.id is distinct from p_except
    returning s.id
  )
  select coalesce(array_agg(g.id), '{}') into ended
    from gone g;
  delete from login.known_browser k
   where k.user_id = p_user
     and k.session_id is distinct from p_except;
  perform oauth.end_tokens(p_user);
  return ended;
end $$;
