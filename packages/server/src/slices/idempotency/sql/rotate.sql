-- Forgets the keys of the older generation when the current one has taken new keys for 30 days, and lets them change
-- places; returns whether it did. p_keep are the resources that are not final yet: their keys are copied forward, since
-- a client may still repeat them. Coming late is harmless, it only keeps keys longer.
create or replace function idempotency.rotate(p_at timestamptz, p_keep uuid[])
returns boolean
language plpgsql
as $$
declare
  v_current smallint;
  v_since timestamptz;
begin
  perform ledger.lock_book();

  select g.current, g.since
    into strict v_current, v_since
    from idempotency.generation g;
  if p_at < v_since + interval '30 days' then
    return false;
  end if;

  insert into idempotency.claim (generation, scope, input, resource)
  select v_current, c.scope, c.input, c.resource
    from idempotency.claim c
   where c.generation = 1 - v_current
     and c.resource = any (p_keep)
      on conflict do nothing;

  if v_current = 0 then
    truncate idempotency.claim_1;
  else
    truncate idempotency.claim_0;
  end if;

  update idempotency.generation g
     set current = 1 - v_current,
         since = p_at;
  return true;
end
$$;
