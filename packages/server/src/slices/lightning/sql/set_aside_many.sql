-- Sets aside payments that the node has in flight: the amount is booked as the operator's loss now, so that nothing
-- waits for them. book_foreign_many books the difference when they end.
-- outcome: set_aside, was_set_aside, was_booked, ours (a payment of ours has this hash), unknown (no such hash).
create or replace function lightning.set_aside_many(
  p_at timestamptz,
  p_payment_hash bytea[],
  p_transfer uuid[],
  p_reason text[]
) returns table (i int, outcome text)
language plpgsql
as $$
declare
  NOBODY constant uuid := '00000000-0000-0000-0000-000000000000';
  given lightning.foreign_payment;
  k int;
begin
  perform ledger.lock_book();
  for k in 1..cardinality(p_payment_hash) loop
    i := k;
    select f.* into given
      from lightning.foreign_payment f
     where f.payment_hash = p_payment_hash[k];
    outcome := case
      when given.payment_hash is null then 'unknown'
      when given.booked_at is not null then 'was_booked'
      when given.set_aside_at is not null then 'was_set_aside'
      when payments.claim_of_hash(p_payment_hash[k], NOBODY) is not null then 'ours'
      else 'set_aside'
    end;
    if outcome = 'set_aside' then
      update lightning.foreign_payment f
         set reason = p_reason[k],
             transfer_id = p_transfer[k],
             loss_fee_msats = 0,
             set_aside_at = p_at
       where f.payment_hash = p_payment_hash[k];
      perform ledger.post_all(
        p_at, array[p_transfer[k]], array[ledger.system('loss')], array[ledger.system('lightning_node')],
        array[given.amount_msats], null, null, array['foreign_payment'], array[p_transfer[k]]);
    end if;
    return next;
  end loop;
end $$;
