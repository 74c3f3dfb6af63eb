-- Gives receipts that lie in suspense to wallets, by an operator's decision, and closes the incidents about them. The
-- owner of the wallet learns of it by the event p_event: nobody received one while the money lay in suspense.
--
-- outcome: assigned, not_suspended (no such receipt, or its money does not lie in suspense any more), closed (the user
-- of the wallet has closed the account), unknown_account.
create or replace function receiving.assign_many(
  p_at timestamptz,
  p_receipt uuid[],
  p_account bigint[],
  p_wallet uuid[],
  p_owner uuid[],
  p_transfer uuid[],
  p_reason text[],
  p_event uuid[]
) returns table (i int, outcome text)
language plpgsql
as $$
declare
  received receiving.receipt;
  k int;
begin
  perform ledger.lock_open_book();
  for k in 1..cardinality(p_receipt) loop
    i := k;
    select r.* into received
      from receiving.receipt r
     where r.id = p_receipt[k]
       and r.credit_no = ledger.system('suspense')
       and r.assigned_to is null
       for update;
    if not found then
      outcome := case when exists (
        -- Repeated after a lost connection.
        select from receiving.receipt r
         where r.id = p_receipt[k]
           and r.assigned_by = p_transfer[k]) then 'assigned' else 'not_suspended' end;
    elsif users.is_wallet_closed(p_wallet[k]) then
      outcome := 'closed';
    else
      select case p.outcome[1] when 'posted' then 'assigned' else p.outcome[1] end into outcome
        from ledger.post_many(
               p_at, array[p_transfer[k]], array[ledger.system('suspense')], array[p_account[k]],
               array[received.amount_msats], null, null, array['suspense_assigned'], array[received.id]) p;
      if outcome = 'assigned' then
        update receiving.receipt r
           set assigned_to = p_account[k],
               assigned_by = p_transfer[k],
               wallet_id = p_wallet[k]
         where r.id = received.id;
        perform incidents.close_many(
                  p_at, array[received.id::text], 'receipt_suspended', array[p_reason[k]]);
        if events.is_received(p_at, array[p_owner[k]], null) then
          perform events.append_many(
                    p_at, array[p_event[k]], array[p_owner[k]], array['receipt.credited'], array[received.id], array[1],
                    null, null, null);
        end if;
      end if;
    end if;
    return next;
  end loop;
end $$;
