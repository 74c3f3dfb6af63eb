-- Applications that may log people in: not revoked, and with a secret that is valid. Nulls for others. Changes nothing.
create or replace function oauth.find_clients(p_at timestamptz, p_client_id text[])
returns table (i int, client_id text, name text, logo_url text, redirect_uris text[], secret_hashes bytea[])
language plpgsql
stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return query
    select k.i, a.client_id, a.name, a.logo_url, a.redirect_uris, a.hashes
      from generate_series(1, cardinality(p_client_id)) as k(i)
      left join lateral (
        select c.client_id, c.name, c.logo_url, c.redirect_uris,
               array_agg(s.secret_hash order by s.created_at, s.secret_hash) as hashes
          from oauth.app c
          join oauth.app_secret s
            on s.app_id = c.id
           and s.revoked_at is null
         where c.client_id = p_client_id[k.i]
           and c.revoked_at is null
         group by c.id) a
        on true;
end $$;
