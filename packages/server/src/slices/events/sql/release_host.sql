-- Gives up a project's claim of a callback host, and keeps what it was for the same call with the same key.
--
-- p_id: of this call.
-- outcome: released (id = p_id), replay (id = the call that released it), mismatch (the key was used with other input),
-- not_found.
create or replace function events.release_host(
  p_at timestamptz,
  p_id uuid,
  p_owner uuid,
  p_host text,
  p_scope uuid,
  p_input bytea,
  out outcome text,
  out id uuid
)
language plpgsql
as $$
begin
  select c.outcome, c.resource
    into outcome, id
    from events.claim_key(p_at, p_scope, p_input, p_id) c;
  if outcome <> 'claimed' then
    return;
  end if;

  with released as (
    delete from events.callback_host h
     where h.owner_id = p_owner
       and h.host = p_host
    returning h.*)
  insert into events.released_host (id, host_id, owner_id, host, token, created_at, verified_at, released_at)
  select p_id, r.id, r.owner_id, r.host, r.token, r.created_at, r.verified_at, p_at
    from released r;
  if not found then
    perform events.release(p_at, p_scope);
    outcome := 'not_found';
    return;
  end if;
  outcome := 'released';
  id := p_id;
end $$;
