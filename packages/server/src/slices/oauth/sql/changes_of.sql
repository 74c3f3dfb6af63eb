-- The applications of a project, and how many secrets each has. Another text: one was changed since, by anybody. Door
-- for slices that look for what came later.
create or replace function oauth.changes_of(p_project uuid) returns text
language sql
stable
as $$
  select md5(string_agg(a::text || (select count(*) from oauth.app_secret s where s.app_id = a.id), ' ' order by a.id))
    from oauth.app a
   where a.project_id = p_project
     and a.revoked_at is null
$$;
