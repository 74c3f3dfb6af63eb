-- Locks the project, so that what is counted of it stays true to the end of the transaction. False when there is none.
-- Door for the slices members and oauth too.
create or replace function projects.lock_project(p_id uuid) returns boolean
language plpgsql
as $$
begin
  perform 1
     from projects.project p
    where p.id = p_id
      for update;
  return found;
end $$;
