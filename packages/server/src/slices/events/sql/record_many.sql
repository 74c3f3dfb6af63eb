-- Records what came of leased deliveries, and gives their leases back. Whoever lost the lease changes nothing.
-- The ledger is not locked: payments do not wait for it. What locks several endpoints or deliveries takes endpoints
-- before deliveries, each in the order of their ids, so that none waits for another for ever.
-- Repeated after a lost connection it answers what it answered the first time and does nothing.
--
-- p_number, p_started_at, p_duration_ms, p_status, p_error, p_answer: the attempt; a p_number of null: none was made.
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
  p_state text[],
  p_due_at timestamptz[],
  p_disabled_reason text[]
) returns table (i int, outcome text)
language plpgsql
as $$
declare
  recorded bigint[];
begin
  if cardinality(array_remove(p_disabled_reason, null)) > 0 then
    perform from events.endpoint e
      where e.id in (select u.receiver from unnest(p_receiver, p_disabled_reason) as u(receiver, reason)
                     where u.reason is not null)
      order by e.id
        for no key update;
  end if;
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
    insert into events.attempt (event_id, receiver_id, number, started_at, duration_ms, status, error, answer)
    select p_event[w.i], p_receiver[w.i], p_number[w.i], p_started_at[w.i], p_duration_ms[w.i], p_status[w.i],
           p_error[w.i],
           p_answer[w.i]
      from written w
     where p_number[w.i] is not null)
  select coalesce(array_agg(w.i), '{}') into recorded
    from written w;

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
