-- Payments that were made for things of these kinds and did not fail, for the invariants of the slices that have these
-- things.
create or replace function payments.of_origins(p_kinds text[])
returns table (id uuid, origin uuid, account bigint, amount bigint, is_completed boolean)
language sql
stable
as $$
  select p.id, p.origin_id, p.account_no, p.amount_msats, p.state = 'completed'
    from payments.payment p
   where p.origin_kind = any (p_kinds)
     and p.state <> 'failed'
$$;
