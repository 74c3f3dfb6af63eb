-- Makes a user a member of a project, with a key as which the member acts. The project is locked, so the count holds.
--
-- outcome: added, is_member, too_many, no_project.
create or replace function members.add(
  p_at timestamptz,
  p_id uuid,
  p_project uuid,
  p_user uuid,
  p_role text,
  p_key uuid,
  p_hash bytea,
  p_scopes text[],
  p_cap bigint,
  p_daily bigint,
  p_by uuid,
  p_max int
) returns text
language plpgsql
as $$
begin
  if not projects.lock_project(p_project) then
    return 'no_project';
  end if;

  if exists (select from members.member m
              where m.project_id = p_project
                and m.user_id = p_user
                and m.removed_at is null) then
    return 'is_member';
  end if;

  if p_max <= (select count(*)
                 from members.member m
                where m.project_id = p_project
                  and m.removed_at is null) then
    return 'too_many';
  end if;

  perform projects.open_member_key(p_at, p_project, p_key, p_hash, p_scopes, p_cap, p_daily);
  insert into members.member (id, project_id, user_id, role, key_id, added_at, added_by)
  values (p_id, p_project, p_user, p_role, p_key, p_at, p_by);
  return 'added';
end $$;
