-- Stores what the protocol hands out and remembers, or replaces it: of two for the same model and SHA-256 in one call the later one stays.
-- A repeated call stores the same again.
create or replace function oauth.save_artifacts(
  p_at timestamptz,
  p_model text[],
  p_hash bytea[],
  p_payload text[],
  p_grant_id text[],
  p_uid text[],
  p_user_id uuid[],
  p_client_id text[],
  p_expires_at timestamptz[]
) returns table (i int)
language plpgsql
as $$
begin
  insert into oauth.artifact as t (model, id_hash, payload, grant_id, uid, user_id, client_id, created_at, expires_at)
  select distinct on (p_model[k.i], p_hash[k.i])
         p_model[k.i], p_hash[k.i], p_payload[k.i]::jsonb, p_grant_id[k.i], p_uid[k.i], p_user_id[k.i], p_client_id[k.i], p_at,
         p_expires_at[k.i]
    from generate_series(1, cardinality(p_hash)) as k(i)
   order by p_model[k.i], p_hash[k.i], k.i desc
      on conflict (model, id_hash) do update
     set payload = excluded.payload,
         grant_id = excluded.grant_id,
         uid = excluded.uid,
         user_id = excluded.user_id,
         client_id = excluded.client_id,
         expires_at = excluded.expires_at;
  return query select generate_series(1, cardinality(p_hash));
end $$;
