-- Claims idempotency keys, one for each element (p_scope null: none), and tells what each request is:
-- status 0 claimed now, 1 a replay (resource: what the key made before), 2 the key was used with another input.
-- A twin earlier in this batch counts as before.
-- Call it while the ledger is locked: that puts the batches in a row, so looking into the older generation and then
-- inserting into the current one cannot miss a key.
create or replace function idempotency.claim_many(
  p_at timestamptz,
  p_scope uuid[],
  p_input bytea[],
  p_resource uuid[],
  out status smallint[],
  out resource uuid[]
)
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_count constant int := coalesce(cardinality(p_scope), 0);
  v_new int := coalesce(cardinality(array_remove(p_scope, null)), 0);
  v_current smallint;
  v_claimed uuid[];
  v_known record;
begin
  status := array_fill(0::smallint, array[v_count]);
  resource := array_fill(null::uuid, array[v_count]);
  if v_new = 0 then
    return;
  end if;

  select g.current
    into strict v_current
    from idempotency.generation g
   where g.one;

  for v_known in
    select u.i, c.resource, c.input = u.input as same
      from unnest(p_scope, p_input) with ordinality as u(scope, input, i)
      join idempotency.claim c
        on c.generation = 1 - v_current
       and c.scope = u.scope
  loop
    status[v_known.i] := case when v_known.same then 1 else 2 end;
    resource[v_known.i] := v_known.resource;
    v_new := v_new - 1;
  end loop;

  with claimed as (
    insert into idempotency.claim as c (generation, scope, input, resource)
    select v_current, p_scope[k.i], p_input[k.i], p_resource[k.i]
      from (select g.i from generate_series(1, v_count) as g(i) order by g.i) k
     where p_scope[k.i] is not null
       and status[k.i] = 0
        on conflict do nothing
    returning c.resource
  )
  select coalesce(array_agg(c.resource), '{}')
    into v_claimed
    from claimed c;

  -- the rare case: some keys were in the current generation already, or twice in this batch
  if v_new > cardinality(v_claimed) then
    for v_known in
      select u.i, c.resource, c.input = u.input as same
        from unnest(p_scope, p_input, p_resource, status) with ordinality as u(scope, input, resource, status, i)
        join idempotency.claim c
          on c.generation = v_current
         and c.scope = u.scope
       where u.status = 0
         and not u.resource = any (v_claimed)
    loop
      status[v_known.i] := case when v_known.same then 1 else 2 end;
      resource[v_known.i] := v_known.resource;
    end loop;
  end if;
end
$$;
