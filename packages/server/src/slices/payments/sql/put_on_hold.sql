-- Puts every pending payment on hold. The ledger is locked first, as by all that write several payments: they
-- lock them in orders of their own, and would wait for each other for ever.
create or replace function payments.put_on_hold(p_reason text) returns void
language plpgsql
as $$
begin
  perform ledger.lock_book();
  update payments.payment q
     set on_hold_for = p_reason,
         version = q.version + 1
   where q.state not in ('completed', 'failed')
     and q.on_hold_for is null;
end $$;

-- What is on hold. amount_min, amount_max: what the node may have paid for it under a hash that the database does not
-- have; null: nothing, because its own hash is known. state: also brought_back. Door for the restore slice.
create or replace function payments.list_waiting()
returns table (id uuid, state text, amount_min bigint, amount_max bigint, payment_hash bytea, created_at timestamptz)
language sql
stable
as $$
  select q.id, case when q.brought_back_at is null then q.state else 'brought_back' end,
         case when q.payment_hash is null then q.amount_msats end,
         case when q.payment_hash is null then q.amount_msats end,
         q.payment_hash, q.created_at
    from payments.payment q
   where q.state not in ('completed', 'failed')
     and q.on_hold_for is not null
$$;

-- Lets payments on hold go on: these, or all (p_id null). One that was brought back stays: the node's report ends it,
-- or an operator. Returns those that go on.
create or replace function payments.release_on_hold(p_at timestamptz, p_id uuid[]) returns table (id uuid)
language plpgsql
as $$
begin
  perform ledger.lock_book();
  return query
    update payments.payment q
       set on_hold_for = null,
           due_at = p_at,
           version = q.version + 1
     where q.state not in ('completed', 'failed')
       and q.on_hold_for is not null
       and q.brought_back_at is null
       and (p_id is null or q.id = any (p_id))
    returning q.id;
end $$;

-- When the invoices of payments on hold expire: then nobody pays them any more. Door for the restore slice.
create or replace function payments.list_deadlines() returns table (id uuid, at timestamptz)
language sql
stable
as $$
  select q.id, q.invoice_expires_at
    from payments.payment q
   where q.state not in ('completed', 'failed')
     and q.on_hold_for is not null
     and q.brought_back_at is null
     and q.invoice_expires_at is not null
$$;
