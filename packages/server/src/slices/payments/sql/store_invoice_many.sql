-- Binds a payment to the one invoice it will ever have. The book is locked so that of two payments of one invoice only
-- the first gets it.
--
-- p_dispatch_deadline: with it the first attempt is written down too, as by payments.dispatch_many, where that one
-- would; the caller may send after this has been committed. Null where something is looked up before, and null
-- altogether when no payment of the batch has one.
--
-- outcome: stored, dispatched (stored as well), lease_lost, in_use (another payment of this hash is pending),
--          already_paid (of this hash, by a payment of ours, or by the node without us).
create or replace function payments.store_invoice_many(
  p_at timestamptz,
  p_id uuid[],
  p_lease_token bigint[],
  p_invoice text[],
  p_payment_hash bytea[],
  p_expires_at timestamptz[],
  p_description_hash_matches boolean[],
  p_is_own boolean[],
  p_payee text[],
  p_dispatch_deadline timestamptz[]
) returns table (i int, outcome text)
language plpgsql
as $$
declare
  paused boolean := ledger.lock_open_book();
  node_now smallint := case when p_dispatch_deadline is not null then lightning.current_node() end;
  -- null: only when it may be sent at once
  deadline timestamptz;
  k int;
begin
  for k in 1..cardinality(p_id) loop
    i := k;
    outcome := payments.use_of_hash(p_payment_hash[k], p_id[k]);
    if outcome is null then
      select case when not paused and q.on_hold_for is null and q.lease_until > p_at
               then p_dispatch_deadline[k] end
        into deadline
        from payments.payment q
       where q.id = p_id[k]
         for update;
      update payments.payment q
         set previous_state = case when deadline is null then 'resolving' else 'ready' end,
             state = case when deadline is null then 'ready' else 'dispatched' end,
             version = q.version + 1,
             status_reason = null,
             status_detail = null,
             invoice = p_invoice[k],
             payment_hash = p_payment_hash[k],
             invoice_expires_at = p_expires_at[k],
             description_hash_matches = p_description_hash_matches[k],
             is_own_invoice = p_is_own[k],
             payee_key = p_payee[k],
             attempt = case when deadline is null then 0 else 1 end,
             node_no = case when deadline is not null then node_now end,
             dispatched_at = case when deadline is not null then p_at end,
             dispatch_deadline = deadline,
             tries = case when deadline is null then q.tries else 0 end
       where q.id = p_id[k]
         and q.state = 'resolving'
         and q.lease_token = p_lease_token[k];
      if not found then
        -- Repeated after a lost connection: it is stored already, and nothing was sent yet.
        select case q.state when 'ready' then 'stored' else 'dispatched' end
          into outcome
          from payments.payment q
         where q.id = p_id[k]
           and (q.state = 'ready' or q.state = 'dispatched' and q.dispatched_at = p_at)
           and q.invoice = p_invoice[k]
           and q.lease_token = p_lease_token[k];
        outcome := coalesce(outcome, 'lease_lost');
      elsif deadline is null then
        outcome := 'stored';
      else
        outcome := 'dispatched';
        insert into payments.attempt (payment_id, number, payment_hash, lease_token, dispatched_at)
        values (p_id[k], 1, p_payment_hash[k], p_lease_token[k], p_at);
      end if;
    end if;
    return next;
  end loop;
end $$;

-- Whether a payment hash belongs to another payment than p_id: in_use while that one is pending, already_paid when it
-- was paid, else null. One that failed leaves it free.
create or replace function payments.claim_of_hash(p_payment_hash bytea, p_id uuid) returns text
language plpgsql
as $$
begin
  return (
    select case when q.state in ('completed', 'failed') then 'already_paid' else 'in_use' end
      from payments.payment q
     where q.payment_hash = p_payment_hash
       and q.id <> p_id
       and (q.state <> 'failed' or q.hash_is_frozen));
end $$;

-- The payment that has a hash and did not fail, or settled after all. Door for the restore slice.
create or replace function payments.holder_of_hash(p_payment_hash bytea) returns uuid
language sql
stable
as $$
  select q.id
    from payments.payment q
   where q.payment_hash = p_payment_hash
     and (q.state <> 'failed' or q.hash_is_frozen)
$$;

-- Whether it is used, as claim_of_hash, and already_paid also when the node paid it without us.
create or replace function payments.use_of_hash(p_payment_hash bytea, p_id uuid) returns text
language plpgsql
as $$
begin
  return coalesce(
    payments.claim_of_hash(p_payment_hash, p_id),
    case when lightning.is_foreign(p_payment_hash) then 'already_paid' end);
end $$;
