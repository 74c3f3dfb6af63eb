-- Brings back a payment to an address of the chain that was published before the restore, and binds the purchase that
-- it delivers to it, in one step.
--
-- outcome: brought_back; what stands against it: known, differs, given_up, taken (onchain.judge_departed), or of its
--          purchase origin_unknown, origin_ended, origin_not_paid, origin_delivering, origin_differs
--          (ramp.bring_back_onchain). Then nothing is written.
create or replace function restore.bring_back_onchain(
  p_at timestamptz,
  p_id uuid,
  p_purchase uuid,
  p_destination text,
  p_address text,
  p_amount bigint,
  p_fee bigint,
  p_txid bytea,
  p_transaction bytea,
  p_first_at timestamptz,
  p_transfer uuid
) returns text
language plpgsql
as $$
declare
  outcome text;
begin
  perform ledger.lock_book();
  outcome := onchain.judge_departed(p_id, 'purchase', p_purchase, p_txid);
  if outcome <> 'brought_back' then
    return outcome;
  end if;
  outcome := 'origin_' || ramp.bring_back_onchain(p_at, p_purchase, p_id, p_destination, p_amount, p_fee);
  if outcome <> 'origin_bound' then
    return outcome;
  end if;
  perform onchain.bring_back(
            p_at, p_id, 'purchase', p_purchase, ledger.system('ramp_clearing'), p_address, p_amount, p_fee, p_txid,
            p_transaction, p_transfer, p_first_at);
  return 'brought_back';
end $$;
