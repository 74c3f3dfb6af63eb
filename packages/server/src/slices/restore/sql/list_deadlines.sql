-- What of that which waits for a restore ends by its time: invoices of payments, vouchers and withdrawal requests.
create or replace function restore.list_deadlines() returns table (kind text, id uuid, at timestamptz)
language sql
stable
as $$
  select 'payment', p.id, p.at
    from payments.list_deadlines() p
   union all
  select 'voucher', v.id, v.at
    from vouchers.list_deadlines() v
$$;
