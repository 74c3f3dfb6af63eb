-- Stores what the protocol hands out and remembers, or replaces it: of two for the same model and SHA-256 in one call
-- the later one stays. A repeated call stores the same again.
--
-- p_grant_hash: of what belongs to a grant. It is stored while the grant is there, whose row is held until the end of
-- the call: an end of the grant comes before, and then nothing is stored (is_saved: false), or after, and then it finds
-- what was stored.
create or replace function oauth.save_artifacts(
  p_at timestamptz,
  p_model text[],
  p_hash bytea[],
  p_payload text[],
  p_grant_id text[],
  p_uid text[],
  p_user_id uuid[],
  p_client_id text[],
  p_expires_at timestamptz[],
  p_grant_hash bytea[]
) returns table (i int, is_saved boolean)
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  grant_hash bytea;
  held bytea[] := '{}';
begin
  -- One look-up each, in one order for all calls: a plan for many could read all grants.
  for grant_hash in
    select distinct h from unnest(p_grant_hash) as h where h is not null order by h
  loop
    perform from oauth.artifact t where t.model = 'Grant' and t.id_hash = grant_hash for key share;
    if found then
      held := held || grant_hash;
    end if;
  end loop;

  insert into oauth.artifact as t (model, id_hash, payload, grant_id, uid, user_id, client_id, created_at, expires_at)
  select distinct on (p_model[k.i], p_hash[k.i])
         p_model[k.i], p_hash[k.i], p_payload[k.i]::jsonb, p_grant_id[k.i], p_uid[k.i], p_user_id[k.i],
         p_client_id[k.i], p_at,
         p_expires_at[k.i]
    from generate_series(1, cardinality(p_hash)) as k(i)
   where p_grant_hash is null
      or p_grant_hash[k.i] is null
      or p_grant_hash[k.i] = any (held)
   order by p_model[k.i], p_hash[k.i], k.i desc
      on conflict (model, id_hash) do update
     set payload = excluded.payload,
         grant_id = excluded.grant_id,
         uid = excluded.uid,
         user_id = excluded.user_id,
         client_id = excluded.client_id,
         expires_at = excluded.expires_at;
  return query
    select k.i, p_grant_hash is null or p_grant_hash[k.i] is null or coalesce(p_grant_hash[k.i] = any (held), false)
      from generate_series(1, cardinality(p_hash)) as k(i);
end $$;
