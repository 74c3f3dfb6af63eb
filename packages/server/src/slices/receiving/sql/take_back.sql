-- Gives the operator's loss what lies in suspense for a hash that the node itself has paid: it only moved between its
-- channels. Nothing for a receipt that a wallet got, or that was assigned. p_transfer: of the booking. Door for the
-- lightning slice.
create or replace function receiving.take_back(p_at timestamptz, p_payment_hash bytea, p_transfer uuid) returns void
language plpgsql
as $$
declare
  received receiving.receipt;
begin
  select r.* into received
    from receiving.receipt r
   where r.payment_hash = p_payment_hash
     and r.via = 'node'
     and r.credit_no = ledger.system('suspense')
     and r.assigned_to is null
     for update;
  if not found then
    return;
  end if;
  perform ledger.post_all(
    p_at, array[p_transfer], array[ledger.system('suspense')], array[ledger.system('loss')],
    array[received.amount_msats], null, null, array['suspense_assigned'], array[received.id]);
  update receiving.receipt r
     set assigned_to = ledger.system('loss'),
         assigned_by = p_transfer
   where r.id = received.id;
  perform incidents.close_many(
            p_at, array[received.id::text], 'receipt_suspended', array['the node has paid it itself']);
end $$;

-- Whether a receipt over Lightning with this hash was credited. Door for the lightning slice.
create or replace function receiving.was_received(p_payment_hash bytea) returns boolean
language sql
stable
as $$
  select exists (
    select from receiving.receipt r
     where r.payment_hash = p_payment_hash
       and r.via = 'node')
$$;
