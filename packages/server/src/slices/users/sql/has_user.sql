-- Whether there is such a user, closed or not. Door for the invariants of slices that keep something for users.
create or replace function users.has_user(p_id uuid) returns boolean
language sql
stable
as $$
  select exists (select from users.user where id = p_id)
$$;
