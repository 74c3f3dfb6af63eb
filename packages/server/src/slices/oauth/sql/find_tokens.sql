-- Whose access tokens these are, by the SHA-256 of each: user, application and scope; nulls for one that is not valid.
-- A token whose grant was ended is not there any more.
--
-- The settings and the "offset 0" keep to the primary key: a plan from when there were few tokens would read all that
-- have not expired.
create or replace function oauth.find_tokens(
  p_at timestamptz,
  p_hash bytea[]
) returns table (i int, user_id uuid, client_id text, scope text)
language plpgsql
stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return query
    select u.i::int, t.user_id, t.client_id, t.payload ->> 'scope'
      from unnest(p_hash) with ordinality as u(hash, i)
      left join lateral (
        select a.user_id, a.client_id, a.payload, a.expires_at
          from oauth.artifact a
         where a.model = 'AccessToken'
           and a.id_hash = u.hash
        offset 0) t
        on t.expires_at > p_at;
end $$;
