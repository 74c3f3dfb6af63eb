-- Writes down that the invoice is about to be given to the node. Whoever holds the lease and is not paused may send, and
-- only after this has been committed.
--
-- outcome: 0 written (attempt = its number), 1 the lease is lost or the state moved on, 2 paused.
create or replace function payments.dispatch_many(
  p_at timestamptz,
  p_id uuid[],
  p_lease_token bigint[],
  p_version int[],
  p_order_until timestamptz[]
) returns table (i int, outcome smallint, attempt int)
language plpgsql
as $$
declare
  paused boolean;
  k int;
begin
  select b.paused into paused from ledger.lock_book() b;
  for k in 1..cardinality(p_id) loop
    i := k;
    attempt := null;
    if paused then
      outcome := 2;
    else
      update payments.payment q
         set previous_state = q.state,
             state = 'dispatched',
             version = q.version + 1,
             attempt = q.attempt + 1,
             dispatched_at = p_at,
             order_until = p_order_until[k],
             tries = 0,
             absent_since = null,
             status_detail = null
       where q.id = p_id[k]
         and q.state in ('ready', 'unknown')
         and q.version = p_version[k]
         and q.lease_token = p_lease_token[k]
         and q.lease_until > p_at
      returning q.attempt into attempt;
      if found then
        insert into payments.attempt (payment_id, number, payment_hash, lease_token, dispatched_at)
        select q.id, q.attempt, q.payment_hash, q.lease_token, p_at
          from payments.payment q
         where q.id = p_id[k];
      else
        -- Repeated after a lost connection: this very call has written it, and nobody has sent yet.
        select q.attempt into attempt
          from payments.payment q
         where q.id = p_id[k]
           and q.state = 'dispatched'
           and q.version = p_version[k] + 1
           and q.lease_token = p_lease_token[k]
           and q.dispatched_at = p_at;
      end if;
      outcome := case when attempt is null then 1 else 0 end;
    end if;
    return next;
  end loop;
end $$;
