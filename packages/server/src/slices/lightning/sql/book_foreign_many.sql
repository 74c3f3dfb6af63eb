-- Books payments that the node made and no attempt of ours explains: what left the node is the operator's loss.
-- What the node paid to itself has come back: where the receipt lies in suspense, the loss gets it, and the fee is what
-- liquidity costs. Of one that was set
-- aside the amount is booked: only the fee is added, or the amount taken back. Closes the incident about a payment.
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
  given lightning.foreign_payment;
  use text;
  k int;
begin
  perform ledger.lock_book();
  for k in 1..cardinality(p_payment_hash) loop
    i := k;
    select f.* into given
      from lightning.foreign_payment f
     where f.payment_hash = p_payment_hash[k]
       for update;
    use := lightning.use_of_foreign(given, p_amount[k]);
    outcome := case
      when given.payment_hash is null then 'unknown'
      when given.booked_at is not null then 'was_booked'
      when use is not null then 'ours'
      else 'booked'
    end;
    if outcome = 'booked' or outcome = 'ours' and use = 'already_paid' then
      update lightning.foreign_payment f
         set reason = case outcome when 'ours' then 'a payment of ours has this hash' else p_reason[k] end,
             transfer_id = case
               when outcome = 'booked' and p_amount[k] > 0 and given.set_aside_at is null then p_transfer[k]
               else f.transfer_id
             end,
             loss_fee_msats = case
               when outcome = 'booked' and p_amount[k] > 0 then p_fee[k]
             end,
             end_transfer_id = case
               when given.set_aside_at is not null and (p_amount[k] = 0 or p_fee[k] > 0) then p_transfer[k]
             end,
             booked_at = p_at
       where f.payment_hash = p_payment_hash[k];
      perform incidents.close_many(
                p_at, array[encode(p_payment_hash[k], 'hex')], 'foreign_payment', array[p_reason[k]]);
    end if;
    if outcome = 'booked' then
      perform lightning.post_foreign(p_at, given, p_transfer[k], p_amount[k], p_fee[k]);
      if given.is_self and p_amount[k] > 0 then
        perform receiving.take_back(p_at, p_payment_hash[k], p_returned[k]);
      end if;
    end if;
    return next;
  end loop;
end $$;

-- What a payment of ours does with the hash of one that is to be booked: in_use, already_paid; null: there is none, or
-- nothing was paid, or its amount is booked already.
create or replace function lightning.use_of_foreign(p_foreign lightning.foreign_payment, p_amount bigint) returns text
language sql
stable
as $$
  select case
    when p_amount > 0 and not p_foreign.is_self and p_foreign.set_aside_at is null
      then payments.claim_of_hash(p_foreign.payment_hash, '00000000-0000-0000-0000-000000000000'::uuid)
  end
$$;

-- What is booked of one that has ended. p_amount: zero for one that failed.
create or replace function lightning.post_foreign(
  p_at timestamptz,
  p_foreign lightning.foreign_payment,
  p_transfer uuid,
  p_amount bigint,
  p_fee bigint
) returns void
language plpgsql
as $$
declare
  loss constant bigint := ledger.system('loss');
  node constant bigint := ledger.system('lightning_node');
  is_aside constant boolean := p_foreign.set_aside_at is not null;
  is_back constant boolean := p_foreign.is_self and receiving.was_received(p_foreign.payment_hash);
begin
  if is_aside and p_amount = 0 then
    perform ledger.post_all(
      p_at, array[p_transfer], array[node], array[loss], array[p_foreign.amount_msats], null, null,
      array['foreign_payment'], array[p_transfer]);
  elsif p_amount > 0 then
    perform ledger.post_all(
      p_at,
      array[p_transfer, p_transfer],
      array[loss, case when is_back then ledger.system('liquidity_expense') else loss end],
      array[node, ledger.system('routing_expense')],
      array[case when not is_aside then p_amount end, nullif(p_fee, 0)],
      null, null,
      array['foreign_payment', 'foreign_payment'],
      array[p_transfer, p_transfer]);
  end if;
end $$;
