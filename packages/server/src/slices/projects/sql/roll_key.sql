-- Writes a key that takes over from a valid one, with its name, and shares its rules and budgets. The former one ends
-- at p_former_until, or when it would have ended before; the new one when the former one would have. What a restore
-- asks of the former one it asks of the new one.
--
-- outcome: rolled, replay (key = the one that the idempotency key made), mismatch, not_found (no valid key of the
-- project, or that of a member), rolled_before, too_many.
create or replace function projects.roll_key(
  p_at timestamptz,
  p_id uuid,
  p_project uuid,
  p_former uuid,
  p_hash bytea,
  p_prefix text,
  p_former_until timestamptz,
  p_max int,
  p_scope uuid,
  p_input bytea,
  out outcome text,
  out key uuid
)
language plpgsql
as $$
declare
  former projects.project_key;
begin
  select c.outcome, c.key into outcome, key
    from projects.claim_key(p_at, p_scope, p_input, p_id) c;
  if outcome <> 'claimed' then
    return;
  end if;

  outcome := projects.room_for_key(p_at, p_project, p_max);
  select k.* into former
    from projects.project_key k
   where k.id = p_former
     and k.project_id = p_project
     and not k.of_member
     and k.revoked_at is null
     and (k.ends_at is null or k.ends_at > p_at)
     for update;
  outcome := case
    when former.id is null then 'not_found'
    when exists (select from projects.project_key k where k.rolled_from = p_former) then 'rolled_before'
    when outcome = 'room' then 'rolled'
    else outcome
  end;
  if outcome <> 'rolled' then
    perform projects.release_key(p_at, p_scope);
    return;
  end if;
  insert into projects.project_key (
    id, project_id, key_hash, prefix, name, created_at, ends_at, rolled_from, rules_of, unconfirmed, rules_changed)
  values (
    p_id, p_project, p_hash, p_prefix, former.name, p_at, former.ends_at, p_former, coalesce(former.rules_of, p_former),
    former.unconfirmed, former.rules_changed);
  update projects.project_key k
     set ends_at = least(k.ends_at, p_former_until)
   where k.id = p_former;
end $$;
