-- What the protocol stored under each pair of model and SHA-256; nulls where there is nothing. Changes nothing.
create or replace function oauth.find_artifacts(p_at timestamptz, p_model text[], p_hash bytea[])
returns table (i int, payload jsonb, consumed_at timestamptz)
language plpgsql
stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return query
    select k.i, t.payload, t.consumed_at
      from generate_series(1, cardinality(p_hash)) as k(i)
      left join oauth.artifact t
        on t.model = p_model[k.i]
       and t.id_hash = p_hash[k.i];
end $$;
