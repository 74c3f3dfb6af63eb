-- Claims idempotency keys, one for each element (p_scope null: none), and answers what each request is. outcome:
-- claimed (now, or no key), replay (resource: what the key made before), mismatch (the key was used with another
-- input). An earlier duplicate in this batch counts as before.
--
-- Call it while the ledger is locked: that puts the batches in a row, so looking into both generations and then
-- inserting into the current one cannot miss a key. To look for all keys in one query is cheaper than `on conflict do
-- nothing`, which looks for each by itself and marks every row that it writes a second time.
create or replace function idempotency.claim_keys(
  p_at timestamptz,
  p_scope uuid[],
  p_input bytea[],
  p_resource uuid[],
  out outcome text[],
  out resource uuid[]
)
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_bitmapscan = off
as $$
declare
  n constant int := coalesce(cardinality(p_scope), 0);
  unclaimed int := coalesce(cardinality(array_remove(p_scope, null)), 0);
  newest smallint;
  any_known boolean;
  claimed int;
  known record;
begin
  outcome := array_fill('claimed'::text, array[n]);
  resource := array_fill(null::uuid, array[n]);
  if unclaimed = 0 then
    return;
  end if;

  select g.current,
         exists (select from idempotency.claim c where c.generation = 0 and c.scope = any (p_scope))
           or exists (select from idempotency.claim c where c.generation = 1 and c.scope = any (p_scope))
    into strict newest, any_known
    from idempotency.generation g
   where g.one;

  if any_known then
    for known in
      select u.i, c.resource, c.input = u.input as same
        from unnest(p_scope, p_input) with ordinality as u(scope, input, i)
        join idempotency.claim c
          on c.generation in (0, 1)
         and c.scope = u.scope
    loop
      outcome[known.i] := case when known.same then 'replay' else 'mismatch' end;
      resource[known.i] := known.resource;
      unclaimed := unclaimed - 1;
    end loop;
  end if;

  insert into idempotency.claim (generation, scope, input, resource)
  select distinct on (u.scope) newest, u.scope, p_input[u.i], p_resource[u.i]
    from (
      select k.i, p_scope[k.i] as scope
        from generate_series(1, n) as k(i)
       where p_scope[k.i] is not null
         and outcome[k.i] = 'claimed'
    ) u
   order by u.scope, u.i;
  get diagnostics claimed = row_count;

  -- the rare case: some keys are in this batch twice, and the first has claimed it
  if unclaimed > claimed then
    for known in
      select u.i, c.resource, c.input = u.input as same
        from unnest(p_scope, p_input, p_resource, outcome) with ordinality as u(scope, input, resource, outcome, i)
        join idempotency.claim c
          on c.generation = newest
         and c.scope = u.scope
       where u.outcome = 'claimed'
         and c.resource <> u.resource
    loop
      outcome[known.i] := case when known.same then 'replay' else 'mismatch' end;
      resource[known.i] := known.resource;
    end loop;
  end if;
end $$;
