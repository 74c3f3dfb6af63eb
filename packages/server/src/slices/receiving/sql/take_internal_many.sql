-- Lets payments from a wallet of this service take the charges they pay. Door for the payments slice, which calls it
-- while the ledger's row is locked, posts the transfers itself, and takes a charge only when its posting will succeed.
-- A null charge is skipped. The ids of events are those of credit_many.
--
-- outcome: skipped, taken (account = the account to credit), completed (before), differs (no such charge, or its
--          invoice or amount is another), expired (also: its static charge has taken all its payments), over_maximum
--          (the wallet may not hold this much more).
create or replace function receiving.take_internal_many(
  p_at timestamptz,
  p_charge uuid[],
  p_invoice text[],
  p_amount bigint[],
  p_payment uuid[],
  p_transfer uuid[],
  p_receipt_event uuid[],
  p_charge_event uuid[],
  out outcome text[],
  out account bigint[]
)
language plpgsql
as $$
declare
  owed receiving.charge;
  headroom bigint;
  k int;
begin
  outcome := array_fill('skipped'::text, array[cardinality(p_charge)]);
  account := array_fill(null::bigint, array[cardinality(p_charge)]);

  for k in 1..cardinality(p_charge) loop
    continue when p_charge[k] is null;
    select c.* into owed
      from receiving.charge c
     where c.id = p_charge[k]
       for update;

    outcome[k] := case
      when owed.id is null or owed.invoice <> p_invoice[k] or owed.amount_msats <> p_amount[k] then 'differs'
      when owed.state = 'completed' then 'completed'
      when owed.state = 'expired' or owed.expires_at <= p_at or not receiving.has_slot(owed.static_charge_id)
        then 'expired'
      else 'taken'
    end;
    continue when outcome[k] <> 'taken';

    -- What this call has given to the wallet is not in its balance yet.
    select ledger.headroom(owed.account_no) - coalesce(sum(p_amount[j]), 0)
      into headroom
      from generate_series(1, k - 1) as j
     where account[j] = owed.account_no;
    if p_amount[k] > headroom then
      outcome[k] := 'over_maximum';
      continue;
    end if;

    account[k] := owed.account_no;
    perform receiving.take_slot(p_at, owed, p_amount[k]);
    insert into receiving.receipt (
      payment_hash, via, id, charge_id, transfer_id, credit_no, wallet_id, amount_msats, settled_at, recorded_at, flags)
    values (owed.payment_hash, 'ledger', p_payment[k], owed.id, p_transfer[k], owed.account_no, owed.wallet_id,
            p_amount[k],
            p_at, p_at,
            case when owed.received_msats > 0 then array['second'] else '{}' end);
    perform receiving.count_receipt(
              p_at, owed, p_amount[k], p_at, p_payment[k], p_receipt_event[k], p_charge_event[k]);
  end loop;
end $$;
