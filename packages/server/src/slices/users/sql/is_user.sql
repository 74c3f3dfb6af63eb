-- Whether a user exists, for other slices' invariants.
create or replace function users.is_user(p_id uuid) returns boolean
language sql
stable
as $$
  select exists (select from users.user u where u.id = p_id)
$$;
