-- Forgets the keys of the older generation when the current one has taken new keys for 30 days: the two change places.
-- p_keep are the resources that are not final yet: their keys are copied forward, since a client may still repeat them.
-- Returns 'rotated', 'not_due', or 'in_use': a statement reads the older keys. Call it again later; being late only
-- keeps keys longer.
create or replace function idempotency.rotate_keys(p_at timestamptz, p_keep uuid[])
returns text
language plpgsql
as $$
declare
  newest smallint;
  since_at timestamptz;
begin
  perform ledger.lock_open_book();

  select g.current, g.since
    into strict newest, since_at
    from idempotency.generation g;
  if p_at < since_at + interval '30 days' then
    return 'not_due';
  end if;

  -- payments wait for the ledger's row meanwhile, so this must not wait for a long reader
  perform set_config('lock_timeout', '100ms', true);
  begin
    if newest = 0 then
      lock table idempotency.claim_1 in access exclusive mode;
    else
      lock table idempotency.claim_0 in access exclusive mode;
    end if;
  exception
    when lock_not_available then
      return 'in_use';
  end;

  insert into idempotency.claim (generation, scope, input, resource)
  select newest, c.scope, c.input, c.resource
    from idempotency.claim c
   where c.generation = 1 - newest
     and c.resource = any (p_keep)
      on conflict do nothing;

  if newest = 0 then
    truncate idempotency.claim_1;
  else
    truncate idempotency.claim_0;
  end if;

  update idempotency.generation g
     set current = 1 - newest,
         since = p_at;
  return 'rotated';
end $$;
