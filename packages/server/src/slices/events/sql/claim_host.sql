-- Writes that a project wants a callback host for itself; a claim that it has already stays as it is, with its token.
--
-- outcome: claimed (by this call or before), replay (host = what the key made), mismatch (the key was used with other
-- input), too_many, taken (another project has shown that the host is its own).
create or replace function events.claim_host(
  p_at timestamptz,
  p_id uuid,
  p_owner uuid,
  p_host text,
  p_token text,
  p_max int,
  p_scope uuid,
  p_input bytea,
  out outcome text,
  out id uuid
)
language plpgsql
as $$
declare
  known uuid;
begin
  perform ledger.lock_book();
  select h.id into known from events.callback_host h where h.owner_id = p_owner and h.host = p_host;

  select c.outcome, c.resource
    into outcome, id
    from events.claim_key(p_at, p_scope, p_input, coalesce(known, p_id)) c;
  if outcome <> 'claimed' then
    return;
  end if;

  id := coalesce(known, p_id);
  if known is not null then
    return;
  end if;
  outcome := case
    when events.is_claimed('https://' || p_host, p_owner) then 'taken'
    when p_max <= (select count(*) from events.callback_host h where h.owner_id = p_owner) then 'too_many'
    else 'claimed'
  end;
  if outcome <> 'claimed' then
    perform events.release(p_at, p_scope);
    return;
  end if;
  insert into events.callback_host (id, host, owner_id, token, created_at)
  values (p_id, p_host, p_owner, p_token, p_at);
end $$;
