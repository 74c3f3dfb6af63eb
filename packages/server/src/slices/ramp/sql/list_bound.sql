-- Invoices (BOLT 11) that purchases which wait for a restore were bound to. Door for the restore slice.
create or replace function ramp.list_bound() returns table (id uuid, invoice text)
language sql
stable
as $$
  select q.id, q.invoice
    from ramp.purchase q
   where q.restore_id is not null
     and q.invoice is not null
$$;
