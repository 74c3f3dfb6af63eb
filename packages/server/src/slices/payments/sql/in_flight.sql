-- How many payments over Lightning are not finished. One of an invoice of our own node stays inside.
create or replace function payments.in_flight() returns int
language sql
stable
as $$
  select count(*)::int
    from payments.payment q
   where q.state not in ('completed', 'failed')
     and not q.is_own_invoice
$$;
