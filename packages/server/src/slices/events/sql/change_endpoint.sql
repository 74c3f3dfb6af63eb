-- Changes an endpoint; null leaves a value as it is, and p_types of '{*}' means every type. What waits for it goes to
-- its new URL; when it is disabled, what waits is cancelled; when it is enabled again, what failed before is forgotten.
-- The ledger is locked, so no event is being written for it meanwhile.
--
-- outcome: changed, not_found, host_claimed.
create or replace function events.change_endpoint(
  p_at timestamptz,
  p_owner uuid,
  p_id uuid,
  p_url text,
  p_types text[],
  p_description text,
  p_state text,
  p_reason text
) returns text
language plpgsql
as $$
declare
  endpoint events.endpoint;
begin
  perform ledger.lock_book();

  select e.*
    into endpoint
    from events.endpoint e
   where e.id = p_id
     and e.owner_id = p_owner
     and e.state <> 'removed';
  if not found then
    return 'not_found';
  end if;
  if events.is_claimed(coalesce(p_url, endpoint.url), p_owner) then
    return 'host_claimed';
  end if;

  update events.endpoint e
     set url = coalesce(p_url, e.url),
         types = case when p_types is null then e.types when p_types = '{*}' then null else p_types end,
         description = coalesce(p_description, e.description),
         state = coalesce(p_state, e.state),
         disabled_reason = case
           when coalesce(p_state, e.state) <> 'disabled' then null
           else coalesce(e.disabled_reason, p_reason)
         end,
         failing_since = case when e.state = 'enabled' then e.failing_since end,
         failures = case when e.state = 'enabled' then e.failures else 0 end,
         failed_status = case when e.state = 'enabled' then e.failed_status end,
         updated_at = p_at
   where e.id = p_id
  returning e.* into endpoint;

  if endpoint.state <> 'enabled' then
    perform events.cancel_waiting(p_at, p_id);
  elsif p_url is not null then
    update events.delivery d
       set url = p_url,
           host = events.host_of(p_url)
      from (select w.event_id, w.receiver_id
              from events.delivery w
             where w.endpoint_id = p_id
               and w.state = 'waiting'
             order by w.event_id, w.receiver_id
               for no key update) locked
     where d.event_id = locked.event_id
       and d.receiver_id = locked.receiver_id;
  end if;
  return 'changed';
end $$;

-- Cancels what waits for an endpoint.
create or replace function events.cancel_waiting(p_at timestamptz, p_endpoint uuid) returns void
language plpgsql
as $$
begin
  update events.delivery d
     set state = 'cancelled',
         due_at = null,
         finished_at = p_at
    from (select w.event_id, w.receiver_id
            from events.delivery w
           where w.endpoint_id = p_endpoint
             and w.state = 'waiting'
           order by w.event_id, w.receiver_id
             for no key update) locked
   where d.event_id = locked.event_id
     and d.receiver_id = locked.receiver_id;
end $$;
