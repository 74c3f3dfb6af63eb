-- Ends all that applications have from users: codes, tokens, authorizations. No key that was published signs any more:
-- in a restored database one is back that had been replaced because it had become known. The next look makes another
-- one. Door for the login slice.
create or replace function oauth.end_all(p_at timestamptz) returns void
language plpgsql
as $$
begin
  delete from oauth.artifact;
  delete from oauth.consent;
  update oauth.signing_key k
     set retired_at = p_at
   where k.retired_at is null;
end $$;
