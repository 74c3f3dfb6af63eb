-- Invites whoever proves an e-mail address to a project. One invitation of an address is open at a time: the earlier
-- one is taken back. The project is locked, so the counts hold.
--
-- outcome: invited, too_many (open ones), too_soon (the address was invited less than p_pause ago), no_project.
create or replace function members.invite(
  p_at timestamptz,
  p_id uuid,
  p_project uuid,
  p_email text,
  p_role text,
  p_by uuid,
  p_expires timestamptz,
  p_max int,
  p_pause interval
) returns text
language plpgsql
as $$
begin
  if not projects.lock_project(p_project) then
    return 'no_project';
  end if;

  if exists (select from members.invitation i
              where i.project_id = p_project
                and i.email = p_email
                and i.invited_at > p_at - p_pause) then
    return 'too_soon';
  end if;

  update members.invitation i
     set ended_at = p_at,
         end_kind = 'taken_back'
   where i.project_id = p_project
     and i.email = p_email
     and i.ended_at is null;

  if p_max <= (select count(*)
                 from members.invitation i
                where i.project_id = p_project
                  and i.ended_at is null
                  and i.expires_at > p_at) then
    return 'too_many';
  end if;

  insert into members.invitation (id, project_id, email, role, invited_by, invited_at, expires_at)
  values (p_id, p_project, p_email, p_role, p_by, p_at, p_expires);
  return 'invited';
end $$;
