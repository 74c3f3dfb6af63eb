-- What is owed by a voucher or withdrawal request of this kind: a payment for it is of a part of amount_max, which its
-- rules say, and with its fee at most total, in msats. Door for the restore slice.
create or replace function vouchers.find_owed(p_kind text, p_id uuid)
returns table (amount_min bigint, amount_max bigint, total bigint, wallet uuid, created_at timestamptz)
language sql
stable
as $$
  select v.amount_msats, v.amount_msats, v.amount_msats,
         case v.kind when 'withdrawal' then v.wallet_id end, v.created_at
    from vouchers.voucher v
   where v.id = p_id
     and v.kind = p_kind
$$;
