-- Whether the node had received this before it was ours: no receipt of ours. Door for the slice that credits.
create or replace function lightning.is_past_receipt(p_payment_hash bytea) returns boolean
language sql
stable
as $$
  select exists (
    select from lightning.past_hash h
     where h.payment_hash = p_payment_hash
       and h.is_receipt
       and h.node_no = lightning.current_node())
$$;
