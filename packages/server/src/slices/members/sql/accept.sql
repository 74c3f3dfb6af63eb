-- Accepts an invitation: its row is locked, so of two answers to it one counts. The caller has proved p_email.
--
-- outcome: added, is_member (the invitation is ended too), too_many, no_project, gone (no such invitation of this
-- address, or ended, or expired).
create or replace function members.accept(
  p_at timestamptz,
  p_invitation uuid,
  p_email text,
  p_id uuid,
  p_user uuid,
  p_key uuid,
  p_hash bytea,
  p_viewer_scopes text[],
  p_cap bigint,
  p_daily bigint,
  p_max int,
  out outcome text,
  out project uuid
)
language plpgsql
as $$
declare
  found_one members.invitation;
begin
  select i.*
    into found_one
    from members.invitation i
   where i.id = p_invitation
     and i.email = p_email
     and i.ended_at is null
     and i.expires_at > p_at
     for update;
  if found_one.id is null then
    outcome := 'gone';
    return;
  end if;

  project := found_one.project_id;
  outcome := members.add(
    p_at, p_id, found_one.project_id, p_user, found_one.role, p_key, p_hash,
    case when found_one.role = 'viewer' then p_viewer_scopes end, p_cap, p_daily, found_one.invited_by, p_max);
  if outcome in ('added', 'is_member') then
    update members.invitation i
       set ended_at = p_at,
           end_kind = 'accepted'
     where i.id = p_invitation;
  end if;
end $$;
