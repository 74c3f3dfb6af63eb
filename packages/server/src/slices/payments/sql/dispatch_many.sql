-- Writes down that the invoice is about to be given to the node. What holds the lease may send, unless sending is
-- paused or the payment is on hold, and only after this has been committed.
--
-- outcome: dispatched (attempt = its number), lease_lost (or the state moved on, or its node was replaced), paused,
--          on_hold.
create or replace function payments.dispatch_many(
  p_at timestamptz,
  p_id uuid[],
  p_lease_token bigint[],
  p_version int[],
  p_deadline timestamptz[]
) returns table (i int, outcome text, attempt int)
language plpgsql
as $$
declare
  paused boolean;
  p payments.payment;
  node_now smallint;
  k int;
begin
  select b.paused into paused from ledger.lock_open_book() b;
  node_now := lightning.current_node();
  for k in 1..cardinality(p_id) loop
    i := k;
    attempt := null;
    select q.* into strict p from payments.payment q where q.id = p_id[k] for update;
    outcome := case
      -- Repeated after a lost connection: this very call has written it, and nothing was sent yet.
      when p.state = 'dispatched' and p.version = p_version[k] + 1 and p.lease_token = p_lease_token[k]
        and p.dispatched_at = p_at then 'dispatched'
      when paused then 'paused'
      when p.on_hold_for is not null then 'on_hold'
      when p.node_replaced_at is not null then 'lease_lost'
      when p.state not in ('ready', 'unknown') or p.version <> p_version[k] or p.lease_token <> p_lease_token[k]
        or p.lease_until <= p_at or p.lease_until is null then 'lease_lost'
    end;
    if outcome is null then
      outcome := 'dispatched';
      p.attempt := p.attempt + 1;
      insert into payments.attempt (payment_id, number, payment_hash, lease_token, dispatched_at)
      values (p.id, p.attempt, p.payment_hash, p.lease_token, p_at);
      update payments.payment q
         set previous_state = q.state,
             state = 'dispatched',
             version = q.version + 1,
             attempt = p.attempt,
             node_no = node_now,
             dispatched_at = p_at,
             dispatch_deadline = p_deadline[k],
             node_reference = null,
             tries = case p.attempt when 1 then 0 else q.tries end,
             absent_since = null,
             missing_since = null,
             status_reason = null,
             status_detail = null
       where q.id = p.id;
    end if;
    if outcome = 'dispatched' then
      attempt := p.attempt;
    end if;
    return next;
  end loop;
end $$;
