-- Ends a membership and its key. The project is locked: it keeps an owner.
--
-- outcome: removed, last_owner, gone.
create or replace function members.remove(p_at timestamptz, p_project uuid, p_id uuid) returns text
language plpgsql
as $$
declare
  before constant members.member := members.find_locked(p_project, p_id);
begin
  if before.id is null then
    return 'gone';
  end if;
  if before.role = 'owner' and not members.has_other_owner(p_project, p_id) then
    return 'last_owner';
  end if;

  update members.member m
     set removed_at = p_at
   where m.id = p_id;
  perform projects.end_member_key(p_at, before.key_id);
  return 'removed';
end $$;
