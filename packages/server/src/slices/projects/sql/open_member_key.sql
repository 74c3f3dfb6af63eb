-- Makes the key as which a member acts: nobody has seen the bytes of its hash. Door for the slice members.
create or replace function projects.open_member_key(
  p_at timestamptz,
  p_project uuid,
  p_key uuid,
  p_hash bytea,
  p_scopes text[],
  p_cap bigint,
  p_daily bigint
) returns void
language plpgsql
as $$
begin
  insert into projects.project_key (id, project_id, key_hash, prefix, created_at, of_member)
  values (p_key, p_project, p_hash, 'member', p_at, true);

  insert into projects.key_policy (key_id, scopes, cap_msats, daily_msats)
  values (p_key, p_scopes, p_cap, p_daily);
end $$;
