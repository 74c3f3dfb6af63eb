-- Records that a user is blocked, since the first time, or is not any more. False when there is no such user.
create or replace function users.set_blocked(p_at timestamptz, p_id uuid, p_is_blocked boolean) returns boolean
language plpgsql
as $$
begin
  update users.user u
     set blocked_at = case when p_is_blocked then coalesce(u.blocked_at, p_at) end
   where u.id = p_id
     and u.closed_at is null;
  return found;
end $$;
