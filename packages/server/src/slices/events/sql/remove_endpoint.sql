-- Removes an endpoint and cancels what waits for it. The row stays as it was but for its state: deliveries name it, and
-- the same call with the same key shows it again. The ledger is locked, so no event is being written for it meanwhile.
--
-- outcome: removed, replay, mismatch (the key was used with other input), not_found.
create or replace function events.remove_endpoint(
  p_at timestamptz,
  p_owner uuid,
  p_id uuid,
  p_scope uuid,
  p_input bytea
) returns text
language plpgsql
as $$
declare
  outcome text;
begin
  select c.outcome
    into outcome
    from events.claim_key(p_at, p_scope, p_input, p_id) c;
  if outcome <> 'claimed' then
    return outcome;
  end if;

  update events.endpoint e
     set state = 'removed'
   where e.id = p_id
     and e.owner_id = p_owner
     and e.state <> 'removed';
  if not found then
    perform events.release(p_at, p_scope);
    return 'not_found';
  end if;
  perform events.cancel_waiting(p_at, p_id);
  return 'removed';
end $$;
