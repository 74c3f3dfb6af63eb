-- Where a delivery goes when it is sent again: to its endpoint's present URL while that is enabled, or to its own
-- callbackUrl.
-- Null: nowhere any more.
create or replace function events.resend_url(p_endpoint uuid, p_url text, p_owner uuid) returns text
language sql
stable
as $$
  select u.url
    from (select case
                   when p_endpoint is null then p_url
                   else (select e.url from events.endpoint e where e.id = p_endpoint and e.state = 'enabled')
                 end as url) u
   where not events.is_claimed(u.url, p_owner);
$$;

-- Makes deliveries due now, at these URLs, with all pauses between attempts before them again; an element without a URL
-- is skipped, and one that is being sent is left alone. Returns how many.
create or replace function events.queue_again(
  p_at timestamptz,
  p_event uuid[],
  p_receiver uuid[],
  p_url text[]
) returns int
language plpgsql
as $$
declare
  queued int;
begin
  update events.delivery d
     set state = 'waiting',
         url = locked.url,
         host = events.host_of(locked.url),
         due_at = p_at,
         resent_after = d.attempt,
         finished_at = null
    from (select w.event_id, w.receiver_id, u.url
            from unnest(p_event, p_receiver, p_url) as u(event, receiver, url)
            join events.delivery w
              on w.event_id = u.event
             and w.receiver_id = u.receiver
           where u.url is not null
             and (w.state <> 'waiting' or w.lease_until is null or w.lease_until <= p_at)
           order by w.event_id, w.receiver_id
             for no key update of w) locked
   where d.event_id = locked.event_id
     and d.receiver_id = locked.receiver_id;
  get diagnostics queued = row_count;
  return queued;
end $$;

-- Makes the deliveries of one event due now, or the one to p_receiver. One that is being sent is left alone.
--
-- outcome: resent, replay, mismatch (the key was used with other input), not_found, no_receiver (none can be sent to).
create or replace function events.resend(
  p_at timestamptz,
  p_owner uuid,
  p_event uuid,
  p_receiver uuid,
  p_scope uuid,
  p_input bytea
) returns text
language plpgsql
as $$
declare
  outcome text;
  receiver_ids uuid[];
  urls text[];
begin
  select c.outcome
    into outcome
    from events.claim_key(p_at, p_scope, p_input, p_event) c;
  if outcome <> 'claimed' then
    return outcome;
  end if;

  if not exists (select from events.event e where e.id = p_event and e.owner_id = p_owner) then
    perform events.release(p_at, p_scope);
    return 'not_found';
  end if;

  select array_agg(s.receiver_id), array_agg(s.url)
    into receiver_ids, urls
    from (select d.receiver_id, events.resend_url(d.endpoint_id, d.url, p_owner) as url
            from events.delivery d
           where d.event_id = p_event
             and (p_receiver is null or d.receiver_id = p_receiver)) s
   where s.url is not null;

  if urls is null then
    perform events.release(p_at, p_scope);
    return 'no_receiver';
  end if;
  perform events.queue_again(p_at, array_fill(p_event, array[cardinality(receiver_ids)]), receiver_ids, urls);
  return 'resent';
end $$;
