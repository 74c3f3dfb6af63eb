-- Ends a valid key of a project, but not that of a member; null: any key. hash: of its secret, for those who remember
-- it.
--
-- outcome: revoked, replay (the idempotency key has ended it before), mismatch, not_found.
create or replace function projects.revoke_key(
  p_at timestamptz,
  p_project uuid,
  p_id uuid,
  p_scope uuid,
  p_input bytea,
  out outcome text,
  out hash bytea
)
language plpgsql
as $$
begin
  outcome := (projects.claim_key(p_at, p_scope, p_input, p_id)).outcome;
  if outcome <> 'claimed' then
    return;
  end if;

  update projects.project_key k
     set revoked_at = p_at
   where k.id = p_id
     and (p_project is null or k.project_id = p_project and not k.of_member)
     and k.revoked_at is null
  returning k.key_hash into hash;
  outcome := case when found then 'revoked' else 'not_found' end;
  if outcome = 'not_found' then
    perform projects.release_key(p_at, p_scope);
  end if;
end $$;
