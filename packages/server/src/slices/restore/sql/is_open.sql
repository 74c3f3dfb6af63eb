-- Whether a restore is open: what was owed in the copy waits for an operator. Door for the lightning slice.
create or replace function restore.is_open() returns boolean
language sql
stable
as $$
  select exists (
    select from restore.restore r
     where r.ended_at is null)
$$;
