-- Ends receipts that lie in suspense and are for no wallet, by an operator's decision. p_as: moved (the node has paid
-- them itself, and no list will ever have that payment: the channels hold so much less), mine (the operator's own: what
-- paid them was never in the books).
--
-- outcome: ended (also when it was before, by the same call), not_suspended (no such receipt, or its money does not lie
--          in suspense any more), not_moved (nothing says that the node has paid it).
create or replace function receiving.end_suspended_many(
  p_at timestamptz,
  p_receipt uuid[],
  p_as text[],
  p_is_paid boolean[],
  p_transfer uuid[],
  p_reason text[]
) returns table (i int, outcome text)
language plpgsql
as $$
declare
  received receiving.receipt;
  taker bigint;
  k int;
begin
  perform ledger.lock_open_book();
  for k in 1..cardinality(p_receipt) loop
    i := k;
    taker := ledger.system(case p_as[k] when 'moved' then 'lightning_node' when 'mine' then 'operator_equity' end);
    select r.* into received
      from receiving.receipt r
     where r.id = p_receipt[k]
       for update;
    outcome := case
      when received.assigned_by = p_transfer[k] then 'ended'
      when received.id is null
        or received.credit_no <> ledger.system('suspense')
        or received.assigned_to is not null then 'not_suspended'
      when p_as[k] = 'moved' and not (p_is_paid[k] or received.flags @> array['rebalance']) then 'not_moved'
    end;
    if outcome is null then
      perform ledger.post_all(
                p_at, array[p_transfer[k]], array[ledger.system('suspense')], array[taker],
                array[received.amount_msats], null, null, array['suspense_assigned'], array[received.id]);
      update receiving.receipt r
         set assigned_to = taker,
             assigned_by = p_transfer[k]
       where r.id = received.id;
      perform incidents.close_many(p_at, array[received.id::text], 'receipt_suspended', array[p_reason[k]]);
      outcome := 'ended';
    end if;
    return next;
  end loop;
end $$;
