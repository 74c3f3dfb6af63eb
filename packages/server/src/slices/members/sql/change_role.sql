-- Gives a member another role. The project is locked: it keeps an owner.
--
-- outcome: changed, last_owner, gone.
create or replace function members.change_role(p_project uuid, p_id uuid, p_role text, p_viewer_scopes text[])
returns text
language plpgsql
as $$
declare
  before constant members.member := members.find_locked(p_project, p_id);
begin
  if before.id is null then
    return 'gone';
  end if;
  if before.role = 'owner' and p_role <> 'owner' and not members.has_other_owner(p_project, p_id) then
    return 'last_owner';
  end if;

  update members.member m
     set role = p_role
   where m.id = p_id;
  perform projects.set_member_scopes(before.key_id, case when p_role = 'viewer' then p_viewer_scopes end);
  return 'changed';
end $$;
