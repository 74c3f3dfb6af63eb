-- What is owed by the thing of this kind; no row where there is none. See vouchers.find_owed.
create or replace function restore.find_owed(p_kind text, p_id uuid)
returns table (amount_min bigint, amount_max bigint, total bigint, wallet uuid, created_at timestamptz)
language sql
stable
as $$
  select v.*
    from vouchers.find_owed(p_kind, p_id) v
   where p_kind in ('voucher', 'withdrawal')
  union all
  select q.*
    from ramp.find_owed(p_id) q
   where p_kind = 'purchase'
$$;
