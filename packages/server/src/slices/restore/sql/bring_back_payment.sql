-- Brings back a payment that left before the restore, with what it was made for, in one step: see payments.bring_back.
-- A line of the journal tells of it, or an operator does.
--
-- outcome: what payments.bring_back says; and no_wallet (the wallet that paid is not in this copy), and where what it
--          was made for stands against it: origin_unknown, origin_ended, origin_claimed, origin_delivering,
--          origin_differs, origin_not_paid.
--
-- p_instead_of_loss: the transfer that takes back what was booked as a loss for this hash; null: that stays, and the
-- outcome is booked. It is taken back only when the payment is brought back.
create or replace function restore.bring_back_payment(
  p_at timestamptz,
  p_id uuid,
  p_wallet uuid,
  p_origin_kind text,
  p_origin uuid,
  p_payment_hash bytea,
  p_amount bigint,
  p_fee_limit bigint,
  p_attempts int,
  p_first_at timestamptz,
  p_last_at timestamptz,
  p_over_at timestamptz,
  p_internal_id text,
  p_scope uuid,
  p_input bytea,
  p_is_assigned boolean,
  p_key uuid,
  p_transfer uuid,
  p_loan uuid,
  p_incident uuid,
  p_deficit_incident uuid,
  p_instead_of_loss uuid,
  out outcome text,
  out lent bigint
)
language plpgsql
as $$
begin
  perform ledger.lock_book();
  begin
    if p_instead_of_loss is not null then
      perform lightning.take_back_loss(
                p_at, p_payment_hash, p_instead_of_loss, format('it is payment %s', p_id));
    end if;
    select b.outcome, b.lent into outcome, lent
      from restore.bring_back_bound(
             p_at, p_id, p_wallet, p_origin_kind, p_origin, p_payment_hash, p_amount, p_fee_limit, p_attempts,
             p_first_at, p_last_at, p_over_at, p_internal_id, p_scope, p_input, p_is_assigned, p_key, p_transfer,
             p_loan, p_incident, p_deficit_incident) b;
    if p_instead_of_loss is not null and outcome not in ('brought_back', 'advanced') then
      raise exception using errcode = 'LY003'; -- the loss stays as it was
    end if;
  exception when sqlstate 'LY003' then
    null;
  end;
end $$;

-- The same, for a payment that is not booked as a loss.
create or replace function restore.bring_back_bound(
  p_at timestamptz,
  p_id uuid,
  p_wallet uuid,
  p_origin_kind text,
  p_origin uuid,
  p_payment_hash bytea,
  p_amount bigint,
  p_fee_limit bigint,
  p_attempts int,
  p_first_at timestamptz,
  p_last_at timestamptz,
  p_over_at timestamptz,
  p_internal_id text,
  p_scope uuid,
  p_input bytea,
  p_is_assigned boolean,
  p_key uuid,
  p_transfer uuid,
  p_loan uuid,
  p_incident uuid,
  p_deficit_incident uuid,
  out outcome text,
  out lent bigint
)
language plpgsql
as $$
declare
  payer record;
  bound record;
begin
  lent := 0;
  select * into payer from restore.payer_of(p_wallet, p_origin_kind);
  if payer.account is null then
    outcome := 'no_wallet';
    return;
  end if;
  outcome := payments.judge_departed(
    p_id, payer.account, p_origin_kind, p_origin, p_payment_hash, p_amount, p_fee_limit, p_attempts);
  if outcome not in ('brought_back', 'advanced') then
    return;
  end if;
  select * into bound
    from restore.bind_origin(p_at, p_origin_kind, p_origin, p_wallet, p_id, p_payment_hash, p_amount, p_fee_limit);
  if bound.outcome <> 'origin_bound' then
    outcome := bound.outcome;
    return;
  end if;
  select b.outcome, b.lent into outcome, lent
    from payments.bring_back(
           p_at, p_id, p_wallet, payer.owner, coalesce(bound.funder, payer.owner, payments.operator()), payer.account,
           p_origin_kind, p_origin, p_payment_hash, p_amount, p_fee_limit, p_attempts, p_first_at, p_last_at, p_over_at,
           p_internal_id, p_scope, p_input, p_is_assigned, p_key, p_transfer, p_loan, p_incident) b;
  if lent > 0 then
    perform incidents.record_many(
              p_at, array[p_deficit_incident], 'wallet', array[p_wallet::text], array['restore_deficit'],
              array[format('%s msats were lent for payment %s, which had left before the restore', lent, p_id)]);
  end if;
end $$;

-- The account that paid, and its owner.
create or replace function restore.payer_of(p_wallet uuid, p_origin_kind text, out owner uuid, out account bigint)
language sql
stable
as $$
  select w.owner,
         case p_origin_kind
           when 'voucher' then ledger.system('vouchers_outstanding')
           when 'purchase' then ledger.system('ramp_clearing')
           else w.account
         end
    from (select 1) one
    left join lateral wallets.with_id(p_wallet) w on true
$$;

-- Binds what a payment was made for to it.
create or replace function restore.bind_origin(
  p_at timestamptz,
  p_origin_kind text,
  p_origin uuid,
  p_wallet uuid,
  p_payment uuid,
  p_payment_hash bytea,
  p_amount bigint,
  p_fee_limit bigint,
  out outcome text,
  out funder uuid
)
language plpgsql
as $$
begin
  if p_origin_kind in ('voucher', 'withdrawal') then
    select 'origin_' || b.outcome, b.funder into outcome, funder
      from vouchers.bring_back_claim(
             p_at, p_origin_kind, p_origin, p_wallet, p_payment, p_payment_hash, p_amount, p_fee_limit) b;
  elsif p_origin_kind = 'purchase' then
    outcome := 'origin_' || ramp.bring_back_delivery(p_at, p_origin, p_payment, p_amount, p_fee_limit);
  else
    outcome := 'origin_bound';
  end if;
end $$;
