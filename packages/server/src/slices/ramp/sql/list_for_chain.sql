-- Purchases that wait for a restore, are delivered to an address of the chain, and have no payment yet: after the copy
-- was made one may have been published for each. Door for the restore slice.
--
-- payment_id: the id that its payment was to have; null: none was chosen.
create or replace function ramp.list_for_chain()
returns table (
  id uuid, state text, payment_id uuid, destination text, amount bigint, fee_limit bigint, created_at timestamptz
)
language sql
stable
as $$
  select q.id, q.state, q.payment_id, q.destination, q.amount_msats, q.fee_limit_msats, q.created_at
    from ramp.purchase q
   where q.restore_id is not null
     and q.chain_fee_msats is not null
     and q.state in ('requires_payment', 'requires_action', 'authorized', 'captured', 'on_hold', 'delivering')
     and not onchain.is_begun(q.payment_id)
$$;
