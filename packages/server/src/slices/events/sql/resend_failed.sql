-- Makes the deliveries of a project that failed at p_since or later due now, the oldest first; with p_endpoint those to
-- this endpoint. Looks at p_limit of them at most; next_since says where the next call goes on, null: nothing is left.
--
-- outcome: resent, replay (what the key did before), mismatch.
create or replace function events.resend_failed(
  p_at timestamptz,
  p_id uuid,
  p_owner uuid,
  p_endpoint uuid,
  p_since timestamptz,
  p_limit int,
  p_scope uuid,
  p_input bytea,
  out outcome text,
  out resent int,
  out next_since timestamptz
)
language plpgsql
as $$
declare
  resource uuid;
  event_ids uuid[];
  receiver_ids uuid[];
  urls text[];
  looked_at int;
  last_failed timestamptz;
begin
  select c.outcome, c.resource
    into outcome, resource
    from events.claim_key(p_at, p_scope, p_input, p_id) c;
  if outcome = 'replay' then
    select r.resent, r.next_since
      into resent, next_since
      from events.resend r
     where r.id = resource;
  end if;
  if outcome <> 'claimed' then
    return;
  end if;

  select array_agg(f.event_id), array_agg(f.receiver_id),
         array_agg(case
           when p_endpoint is null or p_endpoint = f.endpoint_id then events.resend_url(f.endpoint_id, f.url, p_owner)
         end),
         count(*),
         max(f.finished_at)
    into event_ids, receiver_ids, urls, looked_at, last_failed
    from (select d.event_id, d.receiver_id, d.endpoint_id, d.url, d.finished_at
            from events.delivery d
           where d.owner_id = p_owner
             and d.state = 'failed'
             and d.finished_at >= p_since
           order by d.finished_at
           limit p_limit) f;
  resent := events.queue_again(p_at, event_ids, receiver_ids, urls);

  outcome := 'resent';
  -- many may have failed at one moment: the next call must get past those that cannot be sent
  next_since := case
    when looked_at < p_limit then null
    when last_failed = p_since and resent = 0 then last_failed + interval '1 microsecond'
    else last_failed
  end;
  insert into events.resend (id, owner_id, resent, next_since, created_at)
  values (p_id, p_owner, resent, next_since, p_at);
end $$;
