-- Deliveries of a project as lists show them: those of these states and types, to all receivers or to p_receiver
-- (endpoints' ids, hosts of callbackUrls); of events from p_from on and before the delivery p_before of p_before_event,
-- made from p_since on and before p_until. Newest event first, p_limit of them.
--
-- Reads p_limit entries of an index for each state and type, for what waits or is of a receiver also for each receiver:
-- how many there are of others makes no difference. A delivery that has no type yet has that of its event.
create or replace function events.list_deliveries(
  p_owner uuid,
  p_state text[],
  p_type text[],
  p_receiver text[],
  p_from uuid,
  p_before_event uuid,
  p_before uuid,
  p_since timestamptz,
  p_until timestamptz,
  p_limit int
) returns table (event_id uuid, receiver_id uuid)
language plpgsql
stable
rows 100
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return query
  with queue as materialized (
    select w.state, r.receiver
      from unnest(p_state) as w(state)
     cross join unnest(p_receiver) as r(receiver)
    union all
    select 'waiting', r.receiver
      from events.receivers_of(p_owner, 'waiting') r
     where p_receiver is null
       and 'waiting' = any (p_state)),
  found as (
    select one.event_id, one.receiver_id
      from queue q
     cross join unnest(p_type) as t(type)
     cross join lateral (
        select d.event_id, d.receiver_id
          from events.delivery d
         where d.owner_id = p_owner
           and d.state = q.state
           and coalesce(d.endpoint_id::text, d.host) = q.receiver
           and d.type = t.type
           and (d.type <> '' or events.has_type(d.event_id, p_type))
           and d.event_id >= p_from
           and d.event_id <= p_before_event
           and (d.event_id, d.receiver_id) < (p_before_event, p_before)
           and (p_since is null or d.created_at >= p_since)
           and (p_until is null or d.created_at < p_until)
         order by d.event_id desc
         limit p_limit) one
    union all
    select one.event_id, one.receiver_id
      from unnest(p_state) as w(state)
     cross join unnest(p_type) as t(type)
     cross join lateral (
        select d.event_id, d.receiver_id
          from events.delivery d
         where p_receiver is null
           and d.owner_id = p_owner
           and d.state = w.state
           and d.state <> 'waiting'
           and d.type = t.type
           and (d.type <> '' or events.has_type(d.event_id, p_type))
           and d.event_id >= p_from
           and d.event_id <= p_before_event
           and (d.event_id, d.receiver_id) < (p_before_event, p_before)
           and (p_since is null or d.created_at >= p_since)
           and (p_until is null or d.created_at < p_until)
         order by d.event_id desc, d.receiver_id desc
         limit p_limit) one)
  select f.event_id, f.receiver_id
    from found f
   order by f.event_id desc, f.receiver_id desc
   limit p_limit;
end $$;

-- Events of a project with a delivery in a state, newest first, p_limit of them, each once. p_object: of this thing
-- alone; null: of all.
create or replace function events.list_in_state(
  p_owner uuid,
  p_state text,
  p_type text[],
  p_object uuid,
  p_from uuid,
  p_before uuid,
  p_since timestamptz,
  p_until timestamptz,
  p_limit int
) returns setof events.event
language plpgsql
stable
rows 100
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return query
  with receiver as materialized (
    select r.receiver
      from events.receivers_of(p_owner, p_state) r),
  found as (
    select distinct one.event_id
      from receiver r
     cross join unnest(p_type) as t(type)
     cross join lateral (
        select distinct d.event_id
          from events.delivery d
          join events.event e on e.id = d.event_id
         where d.owner_id = p_owner
           and d.state = p_state
           and coalesce(d.endpoint_id::text, d.host) = r.receiver
           and d.type = t.type
           and (d.type <> '' or e.type = any (p_type))
           and d.event_id >= p_from
           and d.event_id < p_before
           and (p_object is null or e.object_id = p_object)
           and (p_since is null or e.created_at >= p_since)
           and (p_until is null or e.created_at < p_until)
         order by d.event_id desc
         limit p_limit) one
     order by one.event_id desc
     limit p_limit)
  select e.*
    from found f
    join events.event e on e.id = f.event_id
   order by e.id desc;
end $$;

create or replace function events.has_type(p_event uuid, p_type text[]) returns boolean
language sql
stable
as $$
  select exists (select from events.event e where e.id = p_event and e.type = any (p_type))
$$;

-- To whom a project has deliveries in a state: endpoints' ids, and hosts of callbackUrls. Reads one entry of an index
-- for each.
create or replace function events.receivers_of(p_owner uuid, p_state text) returns table (receiver text)
language plpgsql
stable
set enable_seqscan = off
set enable_bitmapscan = off
as $$
begin
  return query
  with recursive known as (
    (select coalesce(d.endpoint_id::text, d.host) as receiver
       from events.delivery d
      where d.owner_id = p_owner
        and d.state = p_state
      order by coalesce(d.endpoint_id::text, d.host)
      limit 1)
    union all
    select next.receiver
      from known k
     cross join lateral (
        select coalesce(d.endpoint_id::text, d.host) as receiver
          from events.delivery d
         where d.owner_id = p_owner
           and d.state = p_state
           and coalesce(d.endpoint_id::text, d.host) > k.receiver
         order by coalesce(d.endpoint_id::text, d.host)
         limit 1) next)
  select k.receiver
    from known k;
end $$;
