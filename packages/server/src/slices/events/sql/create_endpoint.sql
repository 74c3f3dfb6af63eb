-- Writes an endpoint, unless its project has p_max, or another project has claimed its host. The ledger is locked, so
-- the count and the claim hold.
--
-- outcome: created, replay (endpoint = the one made before), mismatch (the key was used with other input), too_many,
-- host_claimed.
create or replace function events.create_endpoint(
  p_at timestamptz,
  p_id uuid,
  p_owner uuid,
  p_url text,
  p_types text[],
  p_description text,
  p_max int,
  p_scope uuid,
  p_input bytea,
  out outcome text,
  out endpoint uuid
)
language plpgsql
as $$
begin
  select c.outcome, c.resource
    into outcome, endpoint
    from events.claim_key(p_at, p_scope, p_input, p_id) c;
  if outcome <> 'claimed' then
    return;
  end if;

  endpoint := p_id;
  outcome := case
    when events.is_claimed(p_url, p_owner) then 'host_claimed'
    when p_max <= (select count(*)
                     from events.endpoint e
                    where e.owner_id = p_owner
                      and e.state <> 'removed') then 'too_many'
    else 'created'
  end;
  if outcome <> 'created' then
    perform events.release(p_at, p_scope);
    return;
  end if;

  insert into events.endpoint (id, owner_id, url, types, description, state, created_at, updated_at)
  values (p_id, p_owner, p_url, p_types, p_description, 'enabled', p_at, p_at);
end $$;
