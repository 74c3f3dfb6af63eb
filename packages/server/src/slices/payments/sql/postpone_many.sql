-- Writes what is known of a payment that is not finished, when it is due next, and what an operator has to look at.
-- Gives the lease back, also when the state moved on: what its holder knows is then older than what is written, and the
-- payment is due. The ledger is locked: what finishes payments locks several of them, in another order.
--
-- outcome: postponed, lease_lost (or the state moved on).
create or replace function payments.postpone_many(
  p_at timestamptz,
  p_id uuid[],
  p_lease_token bigint[],
  p_version int[],
  p_state text[],
  p_status_reason text[],
  p_status_detail text[],
  p_due_at timestamptz[],
  p_absent boolean[],
  p_missing boolean[],
  p_not_sent text[],
  p_incident uuid[],
  p_incident_kind text[],
  p_incident_detail text[]
) returns table (i int, outcome text)
language plpgsql
as $$
declare
  postponed uuid[];
begin
  perform ledger.lock_book();
  with written as (
    update payments.payment q
       set previous_state = case when q.state = u.state then q.previous_state else q.state end,
           state = u.state,
           version = q.version + 1,
           status_reason = u.reason,
           status_detail = u.detail,
           was_in_flight = q.was_in_flight or u.state = 'in_flight',
           absent_since = case when u.absent then coalesce(q.absent_since, p_at) end,
           missing_since = case when u.missing then coalesce(q.missing_since, p_at) end,
           -- that the node knew the hash proves nothing of what is under it
           attempts_not_sent = q.attempts_not_sent + (coalesce(u.not_sent, 'known_hash') <> 'known_hash')::int,
           due_at = u.due_at,
           tries = q.tries + 1,
           lease_until = null
      from unnest(p_id, p_lease_token, p_version, p_state, p_status_reason, p_status_detail, p_due_at, p_absent,
                  p_missing, p_not_sent)
           as u(id, token, version, state, reason, detail, due_at, absent, missing, not_sent)
     where q.id = u.id
       and q.lease_token = u.token
       and q.version = u.version
       and q.state not in ('completed', 'failed')
    returning q.id),
  proved as (
    update payments.attempt t
       set not_sent_reason = u.not_sent
      from unnest(p_id, p_not_sent) as u(id, not_sent)
      join written w on w.id = u.id
      join payments.payment q on q.id = u.id
     where t.payment_id = u.id
       and t.number = q.attempt
       and u.not_sent is not null)
  select coalesce(array_agg(w.id), '{}') into postponed
    from written w;

  update payments.payment q
     set lease_until = null
    from unnest(p_id, p_lease_token) as u(id, token)
   where q.id = u.id
     and q.lease_token = u.token
     and q.lease_until is not null
     and q.id <> all (postponed);

  perform incidents.record_many(
            p_at, array_agg(p_incident[k]), 'payment', array_agg(p_id[k]::text), array_agg(p_incident_kind[k]),
            array_agg(p_incident_detail[k]))
     from generate_series(1, cardinality(p_id)) as k
    where p_incident_kind[k] is not null
      and p_id[k] = any (postponed);

  return query
    select u.i::int, case when u.id = any (postponed) then 'postponed' else 'lease_lost' end
      from unnest(p_id) with ordinality u(id, i);
end $$;
