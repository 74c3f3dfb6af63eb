-- Gives a host to the project that has shown the challenge file, unless another project was first. Endpoints of others
-- at this host are disabled, and what others have waiting for it is cancelled. The ledger is locked, so no endpoint is
-- made meanwhile.
--
-- outcome: verified, not_found (the claim was removed meanwhile, or made anew), taken.
create or replace function events.verify_host(p_at timestamptz, p_id uuid) returns text
language plpgsql
as $$
declare
  claim events.callback_host;
begin
  perform ledger.lock_book();

  select h.*
    into claim
    from events.callback_host h
   where h.id = p_id;
  if not found then
    return 'not_found';
  end if;
  if events.is_claimed('https://' || claim.host, claim.owner_id) then
    return 'taken';
  end if;

  update events.callback_host h
     set verified_at = coalesce(h.verified_at, p_at)
   where h.id = p_id;

  update events.endpoint e
     set state = 'disabled',
         disabled_reason = 'callback_host_claimed',
         updated_at = p_at
    from (select w.id
            from events.endpoint w
           where w.state = 'enabled'
             and w.host = claim.host
             and w.owner_id <> claim.owner_id
           order by w.id
             for no key update) locked
   where e.id = locked.id;
  update events.delivery d
     set state = 'cancelled',
         due_at = null,
         finished_at = p_at
    from (select w.event_id, w.receiver_id
            from events.delivery w
           where w.state = 'waiting'
             and w.host = claim.host
             and w.owner_id <> claim.owner_id
           order by w.event_id, w.receiver_id
             for no key update) locked
   where d.event_id = locked.event_id
     and d.receiver_id = locked.receiver_id;
  return 'verified';
end $$;
