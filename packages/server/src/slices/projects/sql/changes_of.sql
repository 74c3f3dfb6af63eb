-- The settings of a project and its keys, without their use. Another text: one of them was changed since, by anybody.
-- Door for slices that look for what came later.
create or replace function projects.changes_of(p_project uuid) returns text
language sql
stable
as $$
  select concat_ws(
           ' ',
           (select md5(p::text)
              from projects.project p
             where p.id = p_project),
           (select md5(string_agg(
                     concat_ws(' ', k.id, k.name, k.ends_at, k.unconfirmed, k.rules_changed, r.rules_no),
                     ' ' order by k.id))
              from projects.project_key k
              left join projects.key_policy r
                on r.key_id = coalesce(k.rules_of, k.id)
             where k.project_id = p_project
               and k.revoked_at is null))
$$;
