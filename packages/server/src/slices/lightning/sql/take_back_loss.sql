-- Takes back what was booked as the operator's loss for a payment of the node, by the reverse: it waits to be explained
-- again, and the caller does that in the same statement. False where it is not booked as one; what the node paid to
-- itself is none. Door for the restore slice, under the lock.
create or replace function lightning.take_back_loss(
  p_at timestamptz,
  p_payment_hash bytea,
  p_transfer uuid,
  p_reason text
) returns boolean
language plpgsql
as $$
declare
  loss constant bigint := ledger.system('loss');
  lost lightning.foreign_payment;
begin
  select f.* into lost
    from lightning.foreign_payment f
   where f.payment_hash = p_payment_hash
     and f.loss_fee_msats is not null
     and not f.is_self
     for update;
  if lost.payment_hash is null then
    return false;
  end if;
  insert into lightning.loss_taken_back (
    id, payment_hash, transfer_id, end_transfer_id, amount_msats, reason, taken_back_at)
  values (
    p_transfer, p_payment_hash, lost.transfer_id, lost.end_transfer_id, lost.amount_msats + lost.loss_fee_msats,
    p_reason, p_at);
  update lightning.foreign_payment f
     set reason = null,
         is_explained = false,
         transfer_id = null,
         end_transfer_id = null,
         loss_fee_msats = null,
         set_aside_at = null,
         booked_at = null
   where f.payment_hash = p_payment_hash;
  perform ledger.post_all(
            p_at,
            array[p_transfer, p_transfer],
            array[ledger.system('lightning_node'), ledger.system('routing_expense')],
            array[loss, loss],
            array[lost.amount_msats, nullif(lost.loss_fee_msats, 0)],
            null, null,
            array['foreign_payment', 'foreign_payment'],
            array[p_transfer, p_transfer]);
  return true;
end $$;
