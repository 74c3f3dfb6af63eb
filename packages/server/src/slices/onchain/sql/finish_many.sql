-- Finishes payments on proof, or by an operator. What has failed goes back to the account that paid, with an incident:
-- another transaction has spent the coins. Where the node that built it was replaced they are in limbo.
--
-- p_replaced_by: that other transaction, where it pays the same address at least the amount: it is the payment.
-- p_extra: what it cost more than ours, which the operator bears; below zero: less.
-- p_is_by_hand: an operator has said it, which is an incident of its own.
--
-- outcome: finished, was_finished (nothing was done; its state stays, whatever is said now), taken (that other
-- transaction is another payment of ours already, or took the place of one: it is looked at again in ten minutes, and
-- overdue after a day).
create or replace function onchain.finish_many(
  p_at timestamptz,
  p_id uuid[],
  p_state text[],
  p_transfer uuid[],
  p_incident uuid[],
  p_replaced_by bytea[],
  p_extra bigint[],
  p_is_by_hand boolean[]
) returns table (i int, outcome text)
language plpgsql
as $$
declare
  given onchain.payment;
  k int;
begin
  perform ledger.lock_book();
  for k in 1..cardinality(p_id) loop
    i := k;
    select q.* into strict given
      from onchain.payment q
     where q.id = p_id[k]
       for update;
    outcome := case
      when given.state <> 'dispatched' then 'was_finished'
      when onchain.is_of_another(p_id[k], p_replaced_by[k]) then 'taken'
      else 'finished'
    end;
    if outcome = 'finished' then
      if p_state[k] = 'failed' then
        perform ledger.post_all(
                  p_at, array[p_transfer[k]], array[lightning.account_of_coins(given.node_no)],
                  array[given.account_no], array[given.amount_msats + given.fee_msats], null, null,
                  array['onchain_failed'], array[given.id]);
        perform lightning.spend_coins(given.node_no, -(given.amount_msats + given.fee_msats));
        perform ledger.give_back_sent(array[given.counted_hour], array[given.amount_msats]);
        perform incidents.record_many(
                  p_at, array[p_incident[k]], given.origin_kind, array[given.origin_id::text],
                  array[case when not p_is_by_hand[k] then 'onchain_conflict' end],
                  array[format('transaction %s can never confirm: its coins were spent elsewhere',
                               encode(given.txid, 'hex'))]);
      end if;
      if p_replaced_by[k] is not null then
        perform onchain.book_replaced(p_at, given, p_transfer[k], p_extra[k]);
        perform incidents.record_many(
                  p_at, array[p_incident[k]], given.origin_kind, array[given.origin_id::text],
                  array['onchain_replaced'],
                  array[format('transaction %s took the place of %s and pays the same address; it cost %s msats more',
                               encode(p_replaced_by[k], 'hex'), encode(given.txid, 'hex'), p_extra[k])]);
      end if;
      update onchain.payment q
         set state = p_state[k],
             counted_hour = case when p_state[k] <> 'failed' then q.counted_hour end,
             replaced_by = p_replaced_by[k],
             due_at = null,
             finished_at = p_at
       where q.id = p_id[k];
      perform incidents.close_many(p_at, array[given.origin_id::text], 'onchain_overdue',
                                   array['the transaction has its outcome']);
    elsif outcome = 'taken' then
      update onchain.payment q
         set due_at = p_at + interval '10 minutes'
       where q.id = p_id[k];
    end if;
    return next;
  end loop;
end $$;

-- Whether a transaction is that of another payment than this one, or took the place of one: it pays once.
create or replace function onchain.is_of_another(p_id uuid, p_txid bytea) returns boolean
language sql
stable
as $$
  select exists (
    select from onchain.payment q
     where q.id <> p_id
       and p_txid in (q.txid, q.replaced_by))
$$;

-- What another transaction cost more than the one that was booked: the wallet of the node holds so much less.
create or replace function onchain.book_replaced(
  p_at timestamptz,
  p_payment onchain.payment,
  p_transfer uuid,
  p_extra bigint
) returns void
language plpgsql
as $$
declare
  accounts constant bigint[] := array[
    ledger.system('chain_costs'), lightning.account_of_coins(p_payment.node_no)];
begin
  if p_extra <> 0 then
    perform ledger.post_all(
              p_at, array[p_transfer], array[accounts[case when p_extra > 0 then 1 else 2 end]],
              array[accounts[case when p_extra > 0 then 2 else 1 end]], array[abs(p_extra)], null, null,
              array['onchain_replaced'], array[p_payment.id]);
    perform lightning.spend_coins(p_payment.node_no, p_extra);
  end if;
end $$;
