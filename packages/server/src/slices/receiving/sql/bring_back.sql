-- Writes a charge whose invoice was given out before a restore, and which the copy lacks. Text and description of the
-- invoice are not known. What was received for it meanwhile, and lies in suspense, is credited to its wallet. Door for
-- the restore slice.
--
-- p_transfer: out of suspense; p_receipt_event, p_charge_event: as of receiving.credit_many.
--
-- outcome: brought_back, known (the copy has it, or its hash), no_wallet (the copy does not have the wallet).
-- credited: msats that lay in suspense.
create or replace function receiving.bring_back(
  p_at timestamptz,
  p_id uuid,
  p_wallet uuid,
  p_payment_hash bytea,
  p_amount bigint,
  p_internal_id text,
  p_issued_at timestamptz,
  p_expires_at timestamptz,
  p_scope uuid,
  p_input bytea,
  p_transfer uuid,
  p_receipt_event uuid,
  p_charge_event uuid,
  out outcome text,
  out credited bigint
)
language plpgsql
as $$
declare
  taker record;
  issuer record;
  owed receiving.charge;
begin
  perform ledger.lock_book();
  credited := 0;
  select w.owner, w.account into taker
    from wallets.with_id(p_wallet) w;
  outcome := case
    when exists (select from receiving.charge c where c.id = p_id or c.payment_hash = p_payment_hash) then 'known'
    when taker.account is null then 'no_wallet'
    else 'brought_back'
  end;
  if outcome <> 'brought_back' then
    return;
  end if;
  select n.no, n.replaced_at into issuer
    from lightning.node_at(p_issued_at) n;
  insert into receiving.charge (
    id, wallet_id, owner_id, account_no, amount_msats, description, internal_id, invoice, payment_hash, created_at,
    expires_at, state, due_at, origin, node_no)
  values (
    p_id, p_wallet, taker.owner, taker.account, p_amount, '', p_internal_id, '', p_payment_hash, p_issued_at,
    p_expires_at, case when issuer.replaced_at is null then 'pending' else 'expired' end,
    case when issuer.replaced_at is null then p_expires_at end, 'request', issuer.no)
  returning * into owed;
  perform idempotency.claim_keys(p_at, array[p_scope], array[p_input], array[p_id]);
  credited := receiving.credit_suspended(p_at, owed, p_transfer, p_receipt_event, p_charge_event);
end $$;

-- Credits what was received for the charge while its hash was not known. Returns how much, in msats.
create or replace function receiving.credit_suspended(
  p_at timestamptz,
  p_owed receiving.charge,
  p_transfer uuid,
  p_receipt_event uuid,
  p_charge_event uuid
) returns bigint
language plpgsql
as $$
declare
  received receiving.receipt;
begin
  select r.* into received
    from receiving.receipt r
   where r.payment_hash = p_owed.payment_hash
     and r.via = 'node'
     and r.credit_no = ledger.system('suspense')
     and r.assigned_to is null
     for update;
  if not found or users.is_wallet_closed(p_owed.wallet_id) then
    return 0;
  end if;
  perform ledger.post_all(
    p_at, array[p_transfer], array[ledger.system('suspense')], array[p_owed.account_no], array[received.amount_msats],
    null, null, array['suspense_assigned'], array[received.id]);
  update receiving.receipt r
     set assigned_to = p_owed.account_no,
         assigned_by = p_transfer,
         wallet_id = p_owed.wallet_id,
         charge_id = p_owed.id
   where r.id = received.id;
  perform incidents.close_many(
            p_at, array[received.id::text], 'receipt_suspended',
            array[format('it was for charge %s, which was brought back', p_owed.id)]);
  perform receiving.count_receipt(
            p_at, p_owed, received.amount_msats, received.settled_at, received.id, p_receipt_event, p_charge_event);
  return received.amount_msats;
end $$;
