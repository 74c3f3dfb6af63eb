-- Writes another client secret of an application that is not revoked. Of those before only the newest p_kept stay
-- valid.
--
-- outcome: rotated (ended = the secrets that ended), replay (the idempotency key has made one before), mismatch,
--          not_found.
create or replace function oauth.rotate_secret(
  p_at timestamptz,
  p_app uuid,
  p_secret bytea,
  p_kept int,
  p_scope uuid,
  p_input bytea,
  out outcome text,
  out ended bytea[]
)
language plpgsql
as $$
begin
  ended := array[]::bytea[];
  outcome := (projects.claim_key(p_at, p_scope, p_input, p_app)).outcome;
  if outcome <> 'claimed' then
    return;
  end if;

  perform 1
     from oauth.app a
    where a.id = p_app
      and a.revoked_at is null
      for update;
  if not found then
    outcome := 'not_found';
    perform projects.release_key(p_at, p_scope);
    return;
  end if;
  outcome := 'rotated';
  ended := oauth.end_old_secrets(p_at, p_app, p_kept);
  insert into oauth.app_secret (secret_hash, app_id, created_at)
  values (p_secret, p_app, p_at);
end $$;

-- Ends all valid secrets of an application but the newest p_kept. Returns those that ended.
create or replace function oauth.end_old_secrets(p_at timestamptz, p_app uuid, p_kept int) returns bytea[]
language sql
as $$
  with old as (
    update oauth.app_secret s
       set revoked_at = p_at
     where s.secret_hash in (
       select o.secret_hash
         from oauth.app_secret o
        where o.app_id = p_app
          and o.revoked_at is null
        order by o.created_at desc, o.secret_hash
       offset p_kept)
    returning s.secret_hash
  )
  select coalesce(array_agg(old.secret_hash), array[]::bytea[])
    from old
$$;
