-- Writes a test event for one endpoint alone, whatever types it takes.
--
-- outcome: written, replay (event = the one made before), mismatch (the key was used with other input), not_found,
-- disabled.
create or replace function events.send_test(
  p_at timestamptz,
  p_id uuid,
  p_owner uuid,
  p_endpoint uuid,
  p_scope uuid,
  p_input bytea,
  out outcome text,
  out event uuid
)
language plpgsql
as $$
declare
  endpoint events.endpoint;
begin
  select c.outcome, c.resource
    into outcome, event
    from events.claim_key(p_at, p_scope, p_input, p_id) c;
  if outcome <> 'claimed' then
    return;
  end if;

  select e.*
    into endpoint
    from events.endpoint e
   where e.id = p_endpoint
     and e.owner_id = p_owner
     and e.state <> 'removed';
  outcome := case
    when not found then 'not_found'
    when endpoint.state = 'disabled' then 'disabled'
    else 'written'
  end;
  if outcome <> 'written' then
    perform events.release(p_at, p_scope);
    return;
  end if;

  event := p_id;
  with counted as (
    update events.counter c
       set no = c.no + 1
    returning c.no)
  insert into events.event (id, owner_id, type, object_id, sequence, streamed, no, created_at)
  select p_id, p_owner, 'webhook.test', p_endpoint, coalesce(max(e.sequence), 0) + 1, false,
         (select c.no from counted c), p_at
    from events.event e
   where e.object_id = p_endpoint;
  insert into events.delivery (event_id, receiver_id, endpoint_id, owner_id, type, url, host, state, due_at, created_at)
  values (p_id, p_endpoint, p_endpoint, p_owner, 'webhook.test', endpoint.url, events.host_of(endpoint.url), 'waiting',
          p_at, p_at);
end $$;
