-- Writes an application of a project with its client secret, unless p_max of the project are valid (null: there is no
-- limit). The project's row is locked, so of requests that race none makes one too many.
--
-- outcome: created, replay (app = the one that the idempotency key made), mismatch, too_many.
create or replace function oauth.create_app(
  p_at timestamptz,
  p_id uuid,
  p_client_id text,
  p_project uuid,
  p_name text,
  p_logo_url text,
  p_redirect_uris text[],
  p_secret bytea,
  p_last_four text,
  p_max int,
  p_scope uuid,
  p_input bytea,
  out outcome text,
  out app uuid
)
language plpgsql
as $$
begin
  select c.outcome, c.key into outcome, app
    from projects.claim_key(p_at, p_scope, p_input, p_id) c;
  if outcome <> 'claimed' then
    return;
  end if;

  perform projects.lock_project(p_project);
  if p_max <= (select count(*)
                 from oauth.app a
                where a.project_id = p_project
                  and a.revoked_at is null) then
    outcome := 'too_many';
    perform projects.release_key(p_at, p_scope);
    return;
  end if;
  outcome := 'created';
  insert into oauth.app (id, client_id, project_id, name, logo_url, redirect_uris, created_at)
  values (p_id, p_client_id, p_project, p_name, p_logo_url, p_redirect_uris, p_at);
  insert into oauth.app_secret (secret_hash, app_id, created_at, last_four)
  values (p_secret, p_id, p_at, p_last_four);
end $$;
