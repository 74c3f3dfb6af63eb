-- A member of a project, which stays locked so that it keeps an owner; null: there is no such member.
create or replace function members.find_locked(p_project uuid, p_id uuid) returns members.member
language plpgsql
as $$
declare
  found_one members.member;
begin
  perform projects.lock_project(p_project);

  select m.*
    into found_one
    from members.member m
   where m.id = p_id
     and m.project_id = p_project
     and m.removed_at is null;
  return found_one;
end $$;
