-- Which of the last changes by people in a project are done; null: there is none. Another text, another change was done
-- since. Door for slices that look for what came later.
create or replace function members.changes_of(p_project uuid) returns text
language sql
stable
as $$
  select string_agg(c.id || ' ' || c.status, ' ' order by c.id desc)
    from (select id, status
            from members.change
           where project_id = p_project
           order by id desc
           limit 20) c
   where c.status between 200 and 299
$$;
