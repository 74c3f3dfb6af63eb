-- Ends the key of a member. Door for the slice members.
create or replace function projects.end_member_key(p_at timestamptz, p_key uuid) returns void
language plpgsql
as $$
begin
  update projects.project_key k
     set revoked_at = p_at
   where k.id = p_key
     and k.of_member
     and k.revoked_at is null;
end $$;
