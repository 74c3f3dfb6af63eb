-- Books payments that the node made and no attempt of ours explains: what left the node is the operator's loss.
-- What the node paid to itself has come back: where the receipt lies in suspense, the loss gets it. Closes the incident
-- about a payment.
-- outcome: booked (a failed one without a transfer), was_booked, ours (a payment of ours has this hash: it books
--          what it took when it ends, or has done so), unknown (no such hash).
create or replace function lightning.book_foreign_many(
  p_at timestamptz,
  p_payment_hash bytea[],
  p_transfer uuid[],
  p_amount bigint[],
  p_fee bigint[],
  p_reason text[],
  p_returned uuid[]
) returns table (i int, outcome text)
language plpgsql
as $$
declare
  NOBODY constant uuid := '00000000-0000-0000-0000-000000000000';
  claim text;
  k int;
begin
  perform ledger.lock_book();
  for k in 1..cardinality(p_payment_hash) loop
    i := k;
    claim := case when p_amount[k] > 0 then payments.claim_of_hash(p_payment_hash[k], NOBODY) end;
    if claim is not null and not exists (
         select from lightning.foreign_payment f where f.payment_hash = p_payment_hash[k] and f.is_self) then
      update lightning.foreign_payment f
         set reason = 'a payment of ours has this hash',
             booked_at = p_at
       where f.payment_hash = p_payment_hash[k]
         and f.booked_at is null
         and claim = 'already_paid';
      outcome := 'ours';
      return next;
      continue;
    end if;
    update lightning.foreign_payment f
       set reason = p_reason[k],
           transfer_id = case when p_amount[k] > 0 then p_transfer[k] end,
           booked_at = p_at
     where f.payment_hash = p_payment_hash[k]
       and f.booked_at is null;
    if found then
      outcome := 'booked';
      perform incidents.close_many(
                p_at, array[encode(p_payment_hash[k], 'hex')], 'foreign_payment', array[p_reason[k]]);
      if p_amount[k] > 0 then
        perform ledger.post_all(
          p_at,
          array[p_transfer[k], p_transfer[k]],
          array[ledger.system('loss'), ledger.system('loss')],
          array[ledger.system('lightning_node'), ledger.system('routing_expense')],
          array[p_amount[k], nullif(p_fee[k], 0)],
          null, null,
          array['foreign_payment', 'foreign_payment'],
          array[p_transfer[k], p_transfer[k]]);
        if exists (select from lightning.foreign_payment f where f.payment_hash = p_payment_hash[k] and f.is_self) then
          perform receiving.take_back(p_at, p_payment_hash[k], p_returned[k]);
        end if;
      end if;
    else
      outcome := case
        when exists (select from lightning.foreign_payment f where f.payment_hash = p_payment_hash[k]) then 'was_booked'
        else 'unknown'
      end;
    end if;
    return next;
  end loop;
end $$;
