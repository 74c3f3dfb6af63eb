-- Writes what is known of a payment that has not ended, and when it is looked at next. Gives the lease back, also when the
-- state moved on: what its holder knows is then older than what is written, and somebody has to look again.
--
-- outcome: 0 written, 1 the lease is lost or the state moved on.
create or replace function payments.note_many(
  p_at timestamptz,
  p_id uuid[],
  p_lease_token bigint[],
  p_version int[],
  p_state text[],
  p_status_detail text[],
  p_due_at timestamptz[],
  p_absent boolean[]
) returns table (i int, outcome smallint)
language plpgsql
as $$
declare
  noted uuid[];
begin
  with written as (
    update payments.payment q
       set previous_state = case when q.state = u.state then q.previous_state else q.state end,
           state = u.state,
           version = q.version + 1,
           status_detail = u.detail,
           was_in_flight = q.was_in_flight or u.state = 'in_flight',
           absent_since = case when u.absent then coalesce(q.absent_since, p_at) end,
           due_at = u.due_at,
           tries = q.tries + 1,
           lease_until = null
      from unnest(p_id, p_lease_token, p_version, p_state, p_status_detail, p_due_at, p_absent)
           as u(id, token, version, state, detail, due_at, absent)
     where q.id = u.id
       and q.lease_token = u.token
       and q.version = u.version
       and q.state not in ('completed', 'failed')
    returning q.id)
  select coalesce(array_agg(w.id), '{}') into noted
    from written w;

  update payments.payment q
     set lease_until = null
    from unnest(p_id, p_lease_token) as u(id, token)
   where q.id = u.id
     and q.lease_token = u.token
     and q.lease_until is not null
     and q.id <> all (noted);

  return query
    select u.i::int, case when u.id = any (noted) then 0 else 1 end::smallint
      from unnest(p_id) with ordinality u(id, i);
end $$;
