-- Writes another client secret of an application that is not revoked, unless p_max of them are valid. The
-- application's row is locked, so of requests that race none makes one too many.
--
-- outcome: rotated, replay (the idempotency key has made one before), mismatch, not_found, too_many.
create or replace function oauth.rotate_secret(
  p_at timestamptz,
  p_app uuid,
  p_secret bytea,
  p_last_four text,
  p_max int,
  p_scope uuid,
  p_input bytea,
  out outcome text
)
language plpgsql
as $$
begin
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
  elsif p_max <= (select count(*)
                    from oauth.app_secret s
                   where s.app_id = p_app
                     and s.revoked_at is null) then
    outcome := 'too_many';
  else
    outcome := 'rotated';
    insert into oauth.app_secret (secret_hash, app_id, created_at, last_four)
    values (p_secret, p_app, p_at, p_last_four);
    return;
  end if;
  perform projects.release_key(p_at, p_scope);
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
