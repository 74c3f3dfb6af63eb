-- Records what came of leased deliveries, and gives their leases back. Whoever lost the lease changes nothing.
-- The ledger is not locked: payments do not wait for it. What locks several endpoints or deliveries takes endpoints
-- before deliveries, each in the order of their ids, so that none waits for another for ever.
-- Repeated after a lost connection it answers what it answered the first time and does nothing.
--
-- p_number: of the attempt; null: none was made. p_started_at to p_body_hash: what it was, as in events.attempt.
-- p_state, p_due_at: what becomes of the delivery, unless it was ended meanwhile.
-- p_disabled_reason: why its endpoint receives nothing more; null: it does.
--
-- outcome: recorded, lease_lost.
create or replace function events.record_many(
  p_at timestamptz,
  p_event uuid[],
  p_receiver uuid[],
  p_lease_token bigint[],
  p_number int[],
  p_started_at timestamptz[],
  p_duration_ms int[],
  p_status int[],
  p_error text[],
  p_answer text[],
  p_is_public boolean[],
  p_url text[],
  p_signature text[],
  p_body_hash bytea[],
  p_state text[],
  p_due_at timestamptz[],
  p_disabled_reason text[]
) returns table (i int, outcome text)
language plpgsql
as $$
declare
  recorded bigint[];
  changing uuid[] := events.lock_changing(p_at, p_receiver, p_number, p_status, p_state, p_disabled_reason);
begin
  perform from unnest(p_event, p_receiver) as u(event, receiver)
     join events.delivery d on d.event_id = u.event and d.receiver_id = u.receiver
    order by d.event_id, d.receiver_id
      for no key update of d;

  with reported as (
    select u.*
      from unnest(p_event, p_receiver, p_lease_token, p_number, p_state, p_due_at)
             with ordinality as u(event, receiver, token, number, state, due_at, i)),
  written as (
    update events.delivery d
       set attempt = coalesce(t.number, d.attempt),
           state = case d.state when 'waiting' then t.state else d.state end,
           due_at = case d.state when 'waiting' then t.due_at end,
           finished_at = case when d.state = 'waiting' and t.state <> 'waiting' then p_at else d.finished_at end,
           lease_until = null
      from reported t
     where d.event_id = t.event
       and d.receiver_id = t.receiver
       and d.lease_token = t.token
       and (t.number is null or d.attempt = t.number - 1)
    returning t.i),
  attempted as (
    insert into events.attempt (
      event_id, receiver_id, number, started_at, duration_ms, status, error, answer, is_public, url, signature,
      body_hash)
    select p_event[w.i], p_receiver[w.i], p_number[w.i], p_started_at[w.i], p_duration_ms[w.i], p_status[w.i],
           p_error[w.i], p_answer[w.i], p_is_public[w.i], p_url[w.i], p_signature[w.i], p_body_hash[w.i]
      from written w
     where p_number[w.i] is not null)
  select coalesce(array_agg(w.i), '{}') into recorded
    from written w;

  if changing is not null then
    perform events.note_outcomes(
              p_at, changing, array_agg(p_event[r.i]), array_agg(p_receiver[r.i]), array_agg(p_started_at[r.i]),
              array_agg(p_status[r.i]), array_agg(p_state[r.i]))
       from unnest(recorded) as r(i)
      where p_number[r.i] is not null;
  end if;

  update events.endpoint e
     set state = 'disabled',
         disabled_reason = p_disabled_reason[r.i],
         updated_at = p_at
    from unnest(recorded) as r(i)
    join events.delivery d on d.event_id = p_event[r.i] and d.receiver_id = p_receiver[r.i]
   where p_disabled_reason[r.i] is not null
     and e.id = d.endpoint_id
     and e.state = 'enabled';

  return query
    select u.i::int,
           case when u.i = any (recorded) or d.lease_token = u.token and d.attempt = u.number then 'recorded'
             else 'lease_lost' end
      from unnest(p_event, p_receiver, p_lease_token, p_number) with ordinality as u(event, receiver, token, number, i)
      left join events.delivery d on d.event_id = u.event and d.receiver_id = u.receiver;
end $$;

-- Locks the endpoints that these outcomes may change: those that are disabled by them, that take events again or have
-- not been known to for a minute, that fail and were not known to. An endpoint that goes on as it did is not among
-- them, so most outcomes write nothing of it. Null: there is none.
create or replace function events.lock_changing(
  p_at timestamptz,
  p_receiver uuid[],
  p_number int[],
  p_status int[],
  p_state text[],
  p_disabled_reason text[]
) returns uuid[]
language sql
as $$
  with reported as (
    select u.receiver, u.status, u.reason is not null as ends,
           u.number is not null and u.state = 'delivered' as takes,
           u.number is not null and u.state in ('waiting', 'failed') as fails
      from unnest(p_receiver, p_number, p_status, p_state, p_disabled_reason)
             as u(receiver, number, status, state, reason)),
  changing as (
    select e.id
      from events.endpoint e
     where e.id in (
             select r.receiver
               from reported r
              where r.ends
                 or r.takes and (e.failures > 0 or e.taken_at is null or e.taken_at <= p_at - interval '1 minute')
                 or r.fails and (e.failures < 3 or e.failed_status is distinct from r.status))
     order by e.id
       for no key update)
  select array_agg(c.id)
    from changing c
$$;

-- Writes of endpoints that are locked whether they take what they are sent. What fails counts unless it was made before
-- the endpoint took another event: such an endpoint refuses this event alone.
create or replace function events.note_outcomes(
  p_at timestamptz,
  p_endpoint uuid[],
  p_event uuid[],
  p_receiver uuid[],
  p_started_at timestamptz[],
  p_status int[],
  p_state text[]
) returns void
language sql
as $$
  with outcome as (
    select e.id, u.status, u.started_at, d.created_at, u.state = 'delivered' as takes,
           u.state in ('waiting', 'failed') and (e.taken_at is null or d.created_at > e.taken_at) as fails
      from unnest(p_event, p_receiver, p_started_at, p_status, p_state) as u(event, receiver, started_at, status, state)
      join events.delivery d on d.event_id = u.event and d.receiver_id = u.receiver
      join events.endpoint e on e.id = d.endpoint_id
     where e.id = any (p_endpoint)),
  together as (
    select o.id, bool_or(o.takes) as takes, count(*) filter (where o.fails) as failures,
           min(o.created_at) filter (where o.fails) as since,
           (array_agg(o.status order by o.started_at desc) filter (where o.fails))[1] as status
      from outcome o
     group by o.id)
  update events.endpoint e
     set taken_at = case when t.takes then greatest(e.taken_at, p_at) else e.taken_at end,
         failing_since = case when not t.takes then least(e.failing_since, t.since) end,
         failures = case when not t.takes then least(e.failures + t.failures, 3) else 0 end,
         failed_status = case when not t.takes then t.status end
    from together t
   where e.id = t.id
     and (t.takes or t.failures > 0)
$$;
