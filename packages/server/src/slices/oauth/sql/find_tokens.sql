-- Whose access tokens these are, by the SHA-256 of each: user, application and scope; nulls for one that is not valid. A token whose
-- grant was ended is not there any more.
create or replace function oauth.find_tokens(
  p_at timestamptz,
  p_hash bytea[]
) returns table (i int, user_id uuid, client_id text, scope text)
language sql
stable
as $$
  select u.i::int, t.user_id, t.client_id, t.payload ->> 'scope'
    from unnest(p_hash) with ordinality as u(hash, i)
    left join oauth.artifact t
      on t.model = 'AccessToken'
     and t.id_hash = u.hash
     and t.expires_at > p_at
$$;
