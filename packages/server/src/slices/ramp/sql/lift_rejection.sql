-- Lets a user buy again whose identity was rejected, by an operator's decision, which is recorded: the identity is
-- not known any more, and may be shown anew. False when it is not rejected; nothing is written then.
create or replace function ramp.lift_rejection(p_at timestamptz, p_user uuid, p_incident uuid, p_reason text)
returns boolean
language plpgsql
as $$
begin
  perform ledger.lock_book();
  update ramp.customer c
     set identity = 'none',
         provider = null,
         try_id = null,
         reference = null,
         session_id = null,
         reason = null,
         due_at = null,
         tries = 0,
         version = c.version + 1,
         changed_at = p_at
   where c.user_id = p_user
     and c.identity = 'rejected';
  if not found then
    return false;
  end if;
  perform incidents.record_many(
            p_at, array[p_incident], 'user', array[p_user::text], array['rejection_lifted'], array[p_reason]);
  perform incidents.close_many(p_at, array[p_user::text], 'rejection_lifted', array['decided']);
  return true;
end $$;
