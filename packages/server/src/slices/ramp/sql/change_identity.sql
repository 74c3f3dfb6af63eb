-- Writes what the provider said of a user's identity, with the version that was read; false when somebody else was
-- faster. A user whose identity was approved is an event for the project in whose session it was asked for, and is
-- looked at again at once: what follows from it (the user's level) is written then, also by a process that comes
-- after one that died.
--
-- p_due_at: when the provider is asked next; of an approved identity until when it holds.
create or replace function ramp.change_identity(
  p_at timestamptz,
  p_user uuid,
  p_version int,
  p_identity text,
  p_reason text,
  p_due_at timestamptz,
  p_event uuid
) returns boolean
language plpgsql
as $$
declare
  is_approved constant boolean := p_identity = 'approved';
  changed ramp.customer;
begin
  perform ledger.lock_book();
  update ramp.customer c
     set identity = p_identity,
         reason = p_reason,
         due_at = case when is_approved then p_at else p_due_at end,
         approved_until = case when is_approved then p_due_at end,
         tries = case when is_approved then 0 else c.tries end,
         version = c.version + 1,
         changed_at = p_at
   where c.user_id = p_user
     and c.version = p_version
  returning c.* into changed;
  if changed.user_id is null then
    return false;
  end if;
  if is_approved then
    perform events.append_many(
              p_at, array[p_event], array[s.project_id], array['ramp.kyc.completed'], array[s.id],
              array[changed.version],
              array[jsonb_build_object('user_id', p_user)], array[s.webhook_url], null)
       from ramp.session s
      where s.id = changed.session_id;
  end if;
  return true;
end $$;
