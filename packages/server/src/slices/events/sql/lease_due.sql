-- Leases the deliveries that are due to one process: first those that were never tried, of each host and project no
-- more than it has slots for. Every holder gets a token of its own, so that an earlier one can no longer write.
--
-- Reads one index entry for each pair of host and project that anything waits for, and from the queues of a pair what
-- it has slots for: how much waits for a host that does not answer makes no difference.
--
-- p_held: what the process has in flight:
--         {"hosts": {"shop.example": [never tried, tried before]}, "owners": {"<id>": 3}}.
-- p_host_max, p_kind_max: in flight to one host; of these, never tried or tried before. p_owner_max: in flight of one
-- project.
-- p_limit: that may be leased now.
create or replace function events.lease_due(
  p_at timestamptz,
  p_until timestamptz,
  p_held jsonb,
  p_host_max int,
  p_kind_max int,
  p_owner_max int,
  p_limit int
) returns table (
  event_id uuid, receiver_id uuid, endpoint_id uuid, endpoint_state text, owner_id uuid, url text, host text,
  attempt int,
  resent_after int, lease_token bigint, type text, object_id uuid, sequence int, facts jsonb, created_at timestamptz,
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
    (select d.host, d.owner_id
       from events.delivery d
      where d.state = 'waiting'
      order by d.host, d.owner_id
      limit 1)
    union all
    select next.host, next.owner_id
      from queue q
     cross join lateral (
        select d.host, d.owner_id
          from events.delivery d
         where d.state = 'waiting'
           and (d.host, d.owner_id) > (q.host, q.owner_id)
         order by d.host, d.owner_id
         limit 1) next),
  held as (
    select q.host, q.owner_id,
           coalesce((p_held -> 'hosts' -> q.host ->> 0)::int, 0) as untried,
           coalesce((p_held -> 'hosts' -> q.host ->> 1)::int, 0) as tried,
           coalesce((p_held -> 'owners' ->> q.owner_id::text)::int, 0) as by_owner
      from queue q),
  room as (
    select h.host, h.owner_id, kind.is_retry, h.by_owner, h.untried + h.tried as by_host,
           case when kind.is_retry then h.tried else h.untried end as by_kind
      from held h
     cross join (values (false), (true)) as kind(is_retry)),
  -- Each place counts what is in flight already.
  candidate as (
    select due.event_id, due.receiver_id, due.due_at, r.host, r.owner_id, r.is_retry, r.by_host, r.by_owner,
           r.by_kind + row_number() over (partition by r.host, r.is_retry order by due.due_at) as kind_place
      from room r
     cross join lateral (
        select d.event_id, d.receiver_id, d.due_at
          from events.delivery d
         where d.state = 'waiting'
           and d.host = r.host
           and d.owner_id = r.owner_id
           and (d.attempt > 0) = r.is_retry
           and d.due_at <= p_at
           and (d.lease_until is null or d.lease_until <= p_at)
         order by d.due_at
         limit greatest(least(p_kind_max - r.by_kind, p_host_max - r.by_host, p_owner_max - r.by_owner), 0)) due),
  fitting_host as (
    select c.*, c.by_host + row_number() over (partition by c.host order by c.is_retry, c.due_at) as host_place
      from candidate c
     where c.kind_place <= p_kind_max),
  fitting_owner as (
    select h.*, h.by_owner + row_number() over (partition by h.owner_id order by h.host_place, h.due_at) as owner_place
      from fitting_host h
     where h.host_place <= p_host_max),
  -- A host with nothing in flight comes before one that has much.
  chosen as materialized (
    select o.event_id, o.receiver_id
      from fitting_owner o
     where o.owner_place <= p_owner_max
     order by o.host_place, o.due_at
     limit p_limit),
  -- What is due is waiting (delivery_waiting). To say so would let the planner read the whole queue for each row that
  -- was chosen, as it did after the queue had been analyzed while it was empty.
  unleased as materialized (
    select d.event_id, d.receiver_id
      from chosen c
      join events.delivery d on d.event_id = c.event_id and d.receiver_id = c.receiver_id
     where d.due_at <= p_at
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
  select l.event_id, l.receiver_id, l.endpoint_id, p.state, l.owner_id, l.url, l.host, l.attempt, l.resent_after,
         l.lease_token,
         e.type, e.object_id, e.sequence, e.facts, e.created_at, s.secret, s.previous, s.previous_until
    from leased l
    join events.event e on e.id = l.event_id
    left join events.endpoint p on p.id = l.endpoint_id
    left join events.secret s on s.owner_id = l.owner_id
   order by l.due_at;
end $$;
