-- Gives a project a new secret; the one before counts until p_previous_until.
--
-- outcome: rotated, replay (the secret that the key made), superseded (that one is no longer the newest), mismatch.
create or replace function events.rotate_secret(
  p_at timestamptz,
  p_id uuid,
  p_owner uuid,
  p_secret bytea,
  p_previous_until timestamptz,
  p_scope uuid,
  p_input bytea,
  out outcome text,
  out secret bytea,
  out previous_until timestamptz
)
language plpgsql
as $$
declare
  resource uuid;
begin
  select c.outcome, c.resource
    into outcome, resource
    from events.claim_key(p_at, p_scope, p_input, p_id) c;
  if outcome = 'mismatch' then
    return;
  end if;

  if outcome = 'claimed' then
    outcome := 'rotated';
    resource := p_id;
    insert into events.secret as s (owner_id, secret, rotated_at, rotation_id)
    values (p_owner, p_secret, p_at, p_id)
        on conflict (owner_id) do update
       set secret = excluded.secret,
           previous = s.secret,
           previous_until = p_previous_until,
           rotated_at = excluded.rotated_at,
           rotation_id = excluded.rotation_id;
  end if;

  select s.secret, s.previous_until
    into secret, previous_until
    from events.secret s
   where s.owner_id = p_owner
     and s.rotation_id = resource;
  if not found then
    outcome := 'superseded';
  end if;
end $$;
