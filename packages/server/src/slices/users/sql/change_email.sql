-- Gives a user another e-mail address, and the wallet the limits of the level that follows: an address that is not
-- proved to be the user's lowers it. An address that the user has already is no change: the call was repeated, or
-- proves it.
--
-- outcome: changed, not_found, email_taken.
create or replace function users.change_email(p_at timestamptz, p_id uuid, p_email text, p_is_verified boolean)
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
  elsif exists (select from users.user u where u.email = p_email and u.id <> p_id) then
    return 'email_taken';
  end if;

  update users.user u
     set email = p_email,
         email_verified_at = case
           when known.email = p_email and known.email_verified_at is not null then known.email_verified_at
           when p_is_verified then p_at
         end
   where u.id = p_id;
  perform users.apply_levels(p_at, array[p_id]);
  return 'changed';
end $$;
