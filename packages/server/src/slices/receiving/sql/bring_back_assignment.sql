-- Gives a receipt to the wallet that an operator gave it to after the copy was made, by the same transfer. The node
-- reports what the copy lacks anew, under another id: it is found by its payment hash.
--
-- outcome: assigned, known (that transfer is here), not_received (the node has not reported it anew yet), elsewhere
-- (its money does not lie in suspense), closed (the user of the wallet has closed the account), no_wallet (it is not in
-- this copy).
create or replace function receiving.bring_back_assignment(
  p_at timestamptz,
  p_transfer uuid,
  p_payment_hash bytea,
  p_wallet uuid,
  p_reason text,
  p_event uuid
) returns text
language plpgsql
as $$
declare
  received receiving.receipt;
  taker record;
  outcome text;
begin
  perform ledger.lock_book();
  select r.* into received
    from receiving.receipt r
   where r.payment_hash = p_payment_hash
     and r.via = 'node'
     for update;
  select w.* into taker
    from wallets.with_id(p_wallet) w;
  outcome := case
    when received.assigned_by = p_transfer then 'known'
    when received.id is null then 'not_received'
    when received.credit_no <> ledger.system('suspense') or received.assigned_to is not null then 'elsewhere'
    when taker.account is null then 'no_wallet'
    when users.is_wallet_closed(p_wallet) then 'closed'
  end;
  return coalesce(
    outcome,
    receiving.assign(p_at, received, taker.account, p_wallet, taker.owner, p_transfer, p_reason, p_event));
end $$;
