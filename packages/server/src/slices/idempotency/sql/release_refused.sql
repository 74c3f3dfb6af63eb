-- Gives back the keys of the requests of one call that were refused: they stay free for another try. Door for the
-- slices' batched functions, beside idempotency.claim_keys.
--
-- p_claimed: as claim_keys answered it. p_result: what became of each request. p_done: the results that keep their key.
create or replace function idempotency.release_refused(
  p_at timestamptz,
  p_scope uuid[],
  p_claimed text[],
  p_result text[],
  p_done text[]
) returns void
language plpgsql
as $$
declare
  refused uuid[];
begin
  if p_result <@ p_done then
    return;
  end if;
  select array_agg(u.scope) into refused
    from unnest(p_scope, p_claimed, p_result) u(scope, claimed, result)
   where u.scope is not null
     and u.claimed = 'claimed'
     and u.result <> all (p_done);
  if refused is not null then
    perform idempotency.release_many(p_at, refused);
  end if;
end $$;
