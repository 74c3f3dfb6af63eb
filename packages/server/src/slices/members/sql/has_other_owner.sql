-- Whether a project has an owner beside this member.
create or replace function members.has_other_owner(p_project uuid, p_id uuid) returns boolean
language sql
stable
as $$
  select exists (select from members.member m
                  where m.project_id = p_project
                    and m.id <> p_id
                    and m.role = 'owner'
                    and m.removed_at is null)
$$;
