-- Every valid key may only read until an operator confirms it: one that was revoked after the copy was made is valid
-- again in it. Door for the restore slice.
create or replace function projects.wait_for_confirmation() returns void
language plpgsql
as $$
begin
  update projects.project_key k
     set unconfirmed = true
   where k.revoked_at is null;
end $$;
