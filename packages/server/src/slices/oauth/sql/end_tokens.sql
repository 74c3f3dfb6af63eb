-- Ends what applications hold of a user: grants, codes and tokens. What the user allowed them stays allowed, so that
-- they have them again after the next login. Grants go first, by a statement of their own, which waits for codes and
-- tokens that are being stored: the next one sees them.
create or replace function oauth.end_tokens(p_user uuid) returns void
language plpgsql
as $$
begin
  delete from oauth.artifact t
   where t.model = 'Grant'
     and t.user_id = p_user;
  delete from oauth.artifact t
   where t.user_id = p_user;
end $$;
