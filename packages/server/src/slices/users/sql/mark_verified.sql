-- Writes down that a user is known better, and gives the wallet the limits of the level that follows. What is marked
-- already keeps its time.
--
-- p_email: the address that was proved to be the user's; null: nothing was proved about it. p_identity: the identity
-- was proved.
-- outcome: marked, not_found, other_email (the user has another address by now; nothing is done).
create or replace function users.mark_verified(p_at timestamptz, p_id uuid, p_email text, p_identity boolean)
returns text
language plpgsql
as $$
declare
  known users.user;
begin
  perform ledger.lock_book();
  select u.*
    into known
    from users.user u
   where u.id = p_id
     for update;
  if known.id is null then
    return 'not_found';
  elsif known.email <> p_email then
    return 'other_email';
  end if;

  update users.user u
     set email_verified_at = case when p_email is null then u.email_verified_at
                               else coalesce(u.email_verified_at, p_at) end,
         identity_verified_at = case when p_identity then coalesce(u.identity_verified_at, p_at)
                                  else u.identity_verified_at end
   where u.id = p_id;
  perform users.apply_levels(p_at, array[p_id]);
  return 'marked';
end $$;
