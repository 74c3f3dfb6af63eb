-- Ends all that applications have from users: codes, tokens, authorizations. Door for the login slice.
create or replace function oauth.end_all() returns void
language plpgsql
as $$
begin
  delete from oauth.artifact;
  delete from oauth.consent;
end $$;
