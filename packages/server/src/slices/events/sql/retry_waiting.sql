-- Makes deliveries of a project due now that were tried and wait for a later attempt, of events made at p_since or
-- later; with p_endpoint those to this endpoint. The next one first, p_limit of them at most. Returns how many.
--
-- The ledger is locked, so no endpoint is changed meanwhile.
create or replace function events.retry_waiting(
  p_at timestamptz,
  p_owner uuid,
  p_endpoint uuid,
  p_since timestamptz,
  p_limit int
) returns int
language plpgsql
as $$
declare
  event_ids uuid[];
  receiver_ids uuid[];
  urls text[];
begin
  perform ledger.lock_book();
  select array_agg(w.event_id), array_agg(w.receiver_id), array_agg(w.url)
    into event_ids, receiver_ids, urls
    from events.list_retries(p_at, p_owner, p_endpoint, p_since, p_limit) w;
  return events.queue_again(p_at, event_ids, receiver_ids, urls);
end $$;

-- These deliveries, and where they go now. What was made due leaves the part of the index that is read.
create or replace function events.list_retries(
  p_at timestamptz,
  p_owner uuid,
  p_endpoint uuid,
  p_since timestamptz,
  p_limit int
) returns table (event_id uuid, receiver_id uuid, url text)
language plpgsql
stable
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return query
  with host as materialized (
    select distinct w.host
      from events.receivers_of(p_owner, 'waiting') r
     cross join lateral (
        select d.host
          from events.delivery d
         where d.owner_id = p_owner
           and d.state = 'waiting'
           and coalesce(d.endpoint_id::text, d.host) = r.receiver
         limit 1) w
     where p_endpoint is null
        or r.receiver = p_endpoint::text)
  select d.event_id, d.receiver_id, d.url
    from host h
   cross join lateral (
      select w.event_id, w.receiver_id, w.due_at, events.resend_url(w.endpoint_id, w.url, p_owner) as url
        from events.delivery w
       where w.host = h.host
         and w.owner_id = p_owner
         and w.state = 'waiting'
         and w.attempt > w.resent_after -- not made due again already, by a call whose time was later
         and w.due_at > p_at
         and w.created_at >= p_since
         and (p_endpoint is null or w.endpoint_id = p_endpoint)
       order by w.due_at
       limit p_limit) d
   where d.url is not null
   order by d.due_at
   limit p_limit;
end $$;
