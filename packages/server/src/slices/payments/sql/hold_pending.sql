-- Puts every pending payment on hold. The ledger is locked first, as by all that write several payments: they
-- lock them in orders of their own, and would wait for each other for ever.
create or replace function payments.hold_pending(p_reason text) returns void
language plpgsql
as $$
begin
  perform ledger.lock_book();
  update payments.payment q
     set held_for = p_reason,
         version = q.version + 1
   where q.state not in ('completed', 'failed')
     and q.held_for is null;
end $$;

-- Lets payments on hold go on: one, or all (p_id null). Returns those that were on hold.
create or replace function payments.release_held(p_at timestamptz, p_id uuid) returns table (id uuid)
language plpgsql
as $$
begin
  perform ledger.lock_book();
  return query
    update payments.payment q
       set held_for = null,
           due_at = p_at,
           version = q.version + 1
     where q.state not in ('completed', 'failed')
       and q.held_for is not null
       and (p_id is null or q.id = p_id)
    returning q.id;
end $$;
