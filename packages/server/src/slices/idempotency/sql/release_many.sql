-- Gives back keys that this same call claimed for requests that were then refused: a refusal leaves its key free.
create or replace function idempotency.release_many(p_at timestamptz, p_scope uuid[])
returns void
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  delete from idempotency.claim c
   using idempotency.generation g,
         unnest(p_scope) as u(scope)
   where c.generation = g.current
     and c.scope = u.scope;
end $$;
