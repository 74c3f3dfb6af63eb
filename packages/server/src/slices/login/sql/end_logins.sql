-- Ends what lets others go on as a user: sessions, logins that are under way, browsers that are known, and what
-- applications hold. p_except: the session that stays, with its browser; null: none stays.
--
-- Returns the sessions that ended.
create or replace function login.end_logins(p_user uuid, p_except uuid) returns uuid[]
language plpgsql
as $$
declare
  ended uuid[];
begin
  -- in the order of login.check_code and login.start_session
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
