-- How many payments over Lightning are not finished. One of an invoice of our own node stays inside, and one at a node
-- that was replaced takes nothing of the present one.
create or replace function payments.in_flight() returns int
language sql
stable
as $$
  select count(*)::int
    from payments.payment q
   where q.state not in ('completed', 'failed')
     and not q.is_own_invoice
     and q.node_replaced_at is null
$$;
