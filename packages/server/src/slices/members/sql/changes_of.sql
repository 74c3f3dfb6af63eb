-- Who the members of a project are, which of the last changes by people in it are done, and how many invitations are
-- open. Another text: one of that was changed since. Door for slices that look for what came later.
create or replace function members.changes_of(p_project uuid) returns text
language sql
stable
as $$
  select concat_ws(
           ' ',
           (select string_agg(c.id || ' ' || c.status, ' ' order by c.id desc)
              from (select id, status
                      from members.change
                     where project_id = p_project
                     order by id desc
                     limit 20) c
             where c.status between 200 and 299),
           (select count(*)
              from members.invitation i
             where i.project_id = p_project
               and i.ended_at is null),
           (select md5(string_agg(m.id || m.role, ' ' order by m.id))
              from members.member m
             where m.project_id = p_project
               and m.removed_at is null))
$$;
