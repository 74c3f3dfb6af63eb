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
      outcome := receiving.assign(
                   p_at, received, p_account[k], p_wallet[k], p_owner[k], p_transfer[k], p_reason[k], p_event[k]);
    end if;
    return next;
  end loop;
end $$;

-- Moves the money of one out of suspense. outcome: assigned, or what the ledger refuses.
create or replace function receiving.assign(
  p_at timestamptz,
  p_received receiving.receipt,
  p_account bigint,
  p_wallet uuid,
  p_owner uuid,
  p_transfer uuid,
  p_reason text,
  p_event uuid
) returns text
language plpgsql
as $$
declare
  outcome text;
begin
  select case p.outcome[1] when 'posted' then 'assigned' else p.outcome[1] end into outcome
    from ledger.post_many(
           p_at, array[p_transfer], array[ledger.system('suspense')], array[p_account],
           array[p_received.amount_msats], null, null, array['suspense_assigned'], array[p_received.id]) p;
  if outcome = 'assigned' then
    update receiving.receipt r
       set assigned_to = p_account,
           assigned_by = p_transfer,
           wallet_id = p_wallet
     where r.id = p_received.id;
    perform incidents.close_many(p_at, array[p_received.id::text], 'receipt_suspended', array[p_reason]);
    if events.is_received(p_at, array[p_owner], null) then
      perform events.append_many(
                p_at, array[p_event], array[p_owner], array['receipt.credited'], array[p_received.id], array[1],
                null, null, null);
    end if;
  end if;
  return outcome;
end $$;
