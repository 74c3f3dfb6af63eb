-- Writes a key of a project, with a policy when p_is_restricted, unless p_max keys of the project are valid. The
-- project's row is locked, so of requests that race none makes one too many.
--
-- outcome: created, replay (key = the one that the idempotency key made), mismatch, not_found (the project), too_many.
create or replace function projects.create_key(
  p_at timestamptz,
  p_id uuid,
  p_project uuid,
  p_hash bytea,
  p_prefix text,
  p_name text,
  p_ends_at timestamptz,
  p_is_restricted boolean,
  p_scopes text[],
  p_cap bigint,
  p_daily bigint,
  p_weekly bigint,
  p_monthly bigint,
  p_destinations text[],
  p_networks text[],
  p_max int,
  p_scope uuid,
  p_input bytea,
  out outcome text,
  out key uuid
)
language plpgsql
as $$
begin
  select c.outcome, c.key into outcome, key
    from projects.claim_key(p_at, p_scope, p_input, p_id) c;
  if outcome <> 'claimed' then
    return;
  end if;

  outcome := projects.room_for_key(p_at, p_project, p_max);
  if outcome <> 'room' then
    perform projects.release_key(p_at, p_scope);
    return;
  end if;
  outcome := 'created';
  insert into projects.project_key (id, project_id, key_hash, prefix, name, created_at, ends_at)
  values (p_id, p_project, p_hash, p_prefix, p_name, p_at, p_ends_at);
  if p_is_restricted then
    insert into projects.key_policy (
      key_id, scopes, cap_msats, daily_msats, weekly_msats, monthly_msats, destinations, networks)
    values (p_id, p_scopes, p_cap, p_daily, p_weekly, p_monthly, p_destinations, p_networks);
  end if;
end $$;

-- Claims the idempotency key of one request (p_scope null: none) while the ledger is locked, which puts all calls in a
-- row. outcome: those of idempotency.claim_keys. key: what it stands for. Door for the slice oauth too, as the next
-- function.
create or replace function projects.claim_key(
  p_at timestamptz,
  p_scope uuid,
  p_input bytea,
  p_resource uuid,
  out outcome text,
  out key uuid
)
language plpgsql
as $$
begin
  outcome := 'claimed';
  key := p_resource;
  if p_scope is not null then
    perform ledger.lock_book();
    select c.outcome[1], coalesce(c.resource[1], p_resource) into outcome, key
      from idempotency.claim_keys(p_at, array[p_scope], array[p_input], array[p_resource]) c;
  end if;
end $$;

-- Gives the idempotency key back: the request was refused.
create or replace function projects.release_key(p_at timestamptz, p_scope uuid) returns void
language plpgsql
as $$
begin
  if p_scope is not null then
    perform idempotency.release_many(p_at, array[p_scope]);
  end if;
end $$;

-- Whether a project may have another valid key, besides those of members: room, not_found, too_many. Its row stays
-- locked.
create or replace function projects.room_for_key(p_at timestamptz, p_project uuid, p_max int) returns text
language plpgsql
as $$
begin
  if not projects.lock_project(p_project) then
    return 'not_found';
  end if;
  return case
    when p_max <= (select count(*)
                     from projects.project_key k
                    where k.project_id = p_project
                      and not k.of_member
                      and k.revoked_at is null
                      and (k.ends_at is null or k.ends_at > p_at)) then 'too_many'
    else 'room'
  end;
end $$;
