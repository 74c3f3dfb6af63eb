-- Whether a user exists whose account is not closed, for other slices' invariants.
create or replace function users.is_open(p_id uuid) returns boolean
language sql
stable
as $$
  select exists (
    select from users.user u
     where u.id = p_id
       and u.closed_at is null)
$$;
