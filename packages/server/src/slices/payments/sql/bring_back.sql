-- Writes a payment which left before a restore as one that the node was asked to make, on hold: its hash is looked up
-- and followed to its end. It is never sent again, and absence at the node proves nothing about it. Door for the
-- restore slice, which knows from the journal or from an operator what left.
--
-- p_attempts: how often it may have left, p_first_at, p_last_at: when; p_over_at: when the last attempt had left its
-- process, or never will. p_funder: on whom it counts. p_key: the key that asked for it, where it had a policy.
-- p_is_assigned: an operator says that the wallet made it, and its request is not known. p_transfer: reserves amount
-- and fee limit; p_loan: of what the wallet lacks for them (lent, in msats). p_incident: says that it waits for the
-- restore.
--
-- outcome: brought_back (the copy lacked it), advanced (it was pending, and had not left), known (it was brought back
--          before, had left, or is completed), failed (in the copy, with this hash), differs (the payment of this id
--          has another amount, payer or hash), in_use (another payment has the hash, and did not fail), booked (the
--          node's payment is an operator's loss already). Only the first two write anything.
create or replace function payments.bring_back(
  p_at timestamptz,
  p_id uuid,
  p_wallet uuid,
  p_owner uuid,
  p_funder uuid,
  p_account bigint,
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
  out outcome text,
  out lent bigint
)
language plpgsql
as $$
declare
  reserved record;
  key_hour int;
begin
  perform ledger.lock_book();
  lent := 0;
  outcome := payments.judge_departed(
    p_id, p_account, p_origin_kind, p_origin, p_payment_hash, p_amount, p_fee_limit, p_attempts);
  if outcome = 'brought_back' then
    select d.* into reserved
      from ledger.post_departed(
             p_at, p_transfer, p_loan, p_account, ledger.system('reserved'), p_amount + p_fee_limit, p_amount,
             p_first_at, 'payment', p_id) d;
    lent := reserved.lent;
    key_hour := projects.count_departed(p_at, p_key, p_first_at, p_amount);
    insert into payments.payment (
      id, wallet_id, owner_id, funder_id, account_no, origin_kind, origin_id, destination_kind, amount_msats,
      fee_limit_msats, internal_id, internal_id_is_unique, transfer_id, reserve_no, idempotency_scope,
      idempotency_input, is_assigned, key_id, key_hour, counted_hour, previous_state, state, created_at,
      brought_back_at)
    values (
      p_id, p_wallet, p_owner, p_funder, p_account, p_origin_kind, p_origin, 'unknown', p_amount,
      p_fee_limit, p_internal_id, false, p_transfer, reserved.posting, p_scope,
      p_input, p_is_assigned, case when key_hour is not null then p_key end, key_hour,
      ledger.count_sent(least(p_first_at, p_at), p_amount), 'created',
      'resolving', p_first_at, p_at);
    perform idempotency.claim_keys(p_at, array[p_scope], array[p_input], array[p_id]);
  end if;
  if outcome in ('brought_back', 'advanced') then
    perform payments.follow_departed(p_at, p_id, p_payment_hash, p_attempts, p_last_at, p_over_at);
    perform lightning.explain_if_foreign(
              p_at, p_payment_hash, format('it is payment %s, which the restored database did not have', p_id));
    perform incidents.record_many(
              p_at, array[p_incident], 'payment', array[p_id::text], array['restored'],
              array['it left before the database was restored; the node is asked what became of it']);
  end if;
end $$;

-- What a payment that left is to the database as it stands; see the outcomes of bring_back. Under the lock. Door for
-- the restore slice.
create or replace function payments.judge_departed(
  p_id uuid,
  p_account bigint,
  p_origin_kind text,
  p_origin uuid,
  p_payment_hash bytea,
  p_amount bigint,
  p_fee_limit bigint,
  p_attempts int
) returns text
language plpgsql
as $$
declare
  given payments.payment;
  outcome text;
begin
  select q.* into given
    from payments.payment q
   where q.id = p_id
     for update;
  outcome := case
    when given.id is null then 'brought_back'
    when (given.account_no, given.origin_kind, given.origin_id, given.amount_msats, given.fee_limit_msats)
      is distinct from (p_account, p_origin_kind, p_origin, p_amount, p_fee_limit) then 'differs'
    when given.payment_hash is null and given.state = 'resolving' then 'advanced'
    when given.payment_hash is distinct from p_payment_hash then 'differs'
    when given.state = 'failed' then 'failed'
    -- One that is not on hold is driven by a process of now, which tells the journal of each attempt too.
    when given.state = 'completed' or given.on_hold_for is null or given.brought_back_at is not null
      or given.attempt >= p_attempts then 'known'
    else 'advanced'
  end;
  return case
    when outcome not in ('brought_back', 'advanced') then outcome
    when payments.claim_of_hash(p_payment_hash, p_id) is not null then 'in_use'
    when lightning.is_booked_as_loss(p_payment_hash) then 'booked'
    else outcome
  end;
end $$;

-- The state of a payment that left: the node was asked to make it, so often, and nobody knows what became of it.
create or replace function payments.follow_departed(
  p_at timestamptz,
  p_id uuid,
  p_payment_hash bytea,
  p_attempts int,
  p_last_at timestamptz,
  p_over_at timestamptz
) returns void
language plpgsql
as $$
declare
  orderer record;
begin
  select n.no, n.replaced_at into orderer
    from lightning.node_at(p_last_at) n;
  insert into payments.attempt (payment_id, number, payment_hash, lease_token, dispatched_at)
  select q.id, k, p_payment_hash, q.lease_token, p_last_at
    from payments.payment q
   cross join lateral generate_series(q.attempt + 1, greatest(p_attempts, q.attempt + 1)) as k
   where q.id = p_id;
  update payments.payment q
     set previous_state = 'dispatched',
         state = 'unknown',
         version = q.version + 1,
         status_reason = 'brought_back',
         status_detail = null,
         payment_hash = p_payment_hash,
         -- Our own bound: an invoice is paid at most a day after it was bound.
         invoice_expires_at = coalesce(q.invoice_expires_at, p_last_at + interval '24 hours'),
         attempt = greatest(p_attempts, q.attempt + 1),
         node_no = orderer.no,
         node_replaced_at = orderer.replaced_at,
         dispatched_at = p_last_at,
         dispatch_deadline = p_over_at,
         node_reference = null,
         absent_since = null,
         missing_since = null,
         on_hold_for = 'restore',
         brought_back_at = p_at,
         tries = 0,
         due_at = p_at,
         lease_token = q.lease_token + 1,
         lease_until = null
   where q.id = p_id;
end $$;
