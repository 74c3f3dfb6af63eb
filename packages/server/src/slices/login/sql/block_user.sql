-- Blocks a user or lifts the block. Both end all logins: what began before a block is worth nothing afterwards, nor
-- what began while it was set.
--
-- outcome: changed, not_found.
create or replace function login.block_user(p_at timestamptz, p_user uuid, p_is_blocked boolean) returns text
language plpgsql
as $$
begin
  if not users.set_blocked(p_at, p_user, p_is_blocked) then
    return 'not_found';
  end if;
  perform login.end_logins(p_at, p_user, null);
  return 'changed';
end $$;
