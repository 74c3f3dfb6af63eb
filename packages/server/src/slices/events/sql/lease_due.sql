-- Leases the deliveries that are due to one process: first those that were never tried, of each host no more than it has slots
-- for. Every holder gets a token of its own, so that an earlier one can no longer write.
--
-- Reads one index entry for each host that anything waits for, and from a host's queues what it has slots for: how much waits
-- for a host that does not answer makes no difference.
--
-- p_held: what the process has in flight, by host: {"shop.example": [never tried, tried before]}.
-- p_host_max, p_kind_max: in flight to one host; of these, never tried or tried before. p_limit: that may be leased now.
create or replace function events.lease_due(
  p_at timestamptz,
  p_until timestamptz,
  p_held jsonb,
  p_host_max int,
  p_kind_max int,
  p_limit int
) returns table (
  event_id uuid, receiver_id uuid, endpoint_id uuid, endpoint_state text, owner_id uuid, url text, host text, attempt int,
  lease_token bigint, type text, object_id uuid, sequence int, facts jsonb, created_at timestamptz,
  secret bytea, previous bytea, previous_until timestamptz)
language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return query
  with recursive queue as (
    (select d.host
       from events.delivery d
      where d.state = 'waiting'
      order by d.host
      limit 1)
    union all
    select (select d.host
              from events.delivery d
             where d.state = 'waiting'
               and d.host > q.host
             order by d.host
             limit 1)
      from queue q
     where q.host is not null),
  room as (
    select q.host, kind.is_retry, h.untried + h.tried as held,
           least(p_host_max - h.untried - h.tried, p_kind_max - case when kind.is_retry then h.tried else h.untried end) as free
      from queue q
     cross join lateral (
        select coalesce((p_held -> q.host ->> 0)::int, 0) as untried, coalesce((p_held -> q.host ->> 1)::int, 0) as tried) h
     cross join (values (false), (true)) as kind(is_retry)
     where q.host is not null),
  candidate as (
    select due.event_id, due.receiver_id, due.due_at, r.held,
           row_number() over (partition by r.host order by r.is_retry, due.due_at) as place
      from room r
     cross join lateral (
        select d.event_id, d.receiver_id, d.due_at
          from events.delivery d
         where d.state = 'waiting'
           and d.host = r.host
           and (d.attempt > 0) = r.is_retry
           and d.due_at <= p_at
           and (d.lease_until is null or d.lease_until <= p_at)
         order by d.due_at
         limit greatest(r.free, 0)) due),
  -- A host with nothing in flight comes before one that has much.
  chosen as materialized (
    select c.event_id, c.receiver_id
      from candidate c
     where c.held + c.place <= p_host_max
     order by c.held + c.place, c.due_at
     limit p_limit),
  unleased as materialized (
    select d.event_id, d.receiver_id
      from chosen c
      join events.delivery d on d.event_id = c.event_id and d.receiver_id = c.receiver_id
     where d.state = 'waiting'
       and d.due_at <= p_at
       and (d.lease_until is null or d.lease_until <= p_at)
       for update of d skip locked),
  leased as (
    update events.delivery d
       set lease_token = d.lease_token + 1,
           lease_until = p_until
      from unleased u
     where d.event_id = u.event_id
       and d.receiver_id = u.receiver_id
    returning d.*)
  select l.event_id, l.receiver_id, l.endpoint_id, p.state, l.owner_id, l.url, l.host, l.attempt, l.lease_token,
         e.type, e.object_id, e.sequence, e.facts, e.created_at, s.secret, s.previous, s.previous_until
    from leased l
    join events.event e on e.id = l.event_id
    left join events.endpoint p on p.id = l.endpoint_id
    left join events.secret s on s.owner_id = l.owner_id
   order by l.due_at;
end $$;
