-- Takes what a payment to an address of the chain costs, amount and miners' fee, and writes it down with its signed
-- transaction. From then on the transaction may be published, at any time and more than once.
--
-- outcome: begun (also when it was before, by the same call or by another one), paused, given_up (onchain.give_up
-- came first), taken (its thing has another payment, or the transaction is that of another one), node_replaced (the
-- node that built it is the service's no more), insufficient_funds, over_service_payment, over_service_day (limits of
-- the whole service: ledger.refusal_of_sending).
--
-- p_node: the key of the node that built it.
create or replace function onchain.begin_many(
  p_at timestamptz,
  p_id uuid[],
  p_origin_kind text[],
  p_origin uuid[],
  p_account bigint[],
  p_address text[],
  p_amount bigint[],
  p_fee bigint[],
  p_txid bytea[],
  p_transaction bytea[],
  p_transfer uuid[],
  p_node text[]
) returns table (i int, outcome text)
language plpgsql
as $$
declare
  paused boolean;
  posted text;
  k int;
begin
  paused := ledger.lock_open_book();
  for k in 1..cardinality(p_id) loop
    i := k;
    outcome := case
      when exists (select from onchain.payment q where q.id = p_id[k]) then 'begun'
      when exists (select from onchain.given_up g where g.id = p_id[k]) then 'given_up'
      when paused then 'paused'
      when lightning.was_replaced(p_node[k]) then 'node_replaced'
      when exists (
        select from onchain.payment q
         where q.txid = p_txid[k]
            or q.origin_kind = p_origin_kind[k] and q.origin_id = p_origin[k] and q.state <> 'failed') then 'taken'
      else ledger.refusal_of_sending(p_at, p_amount[k:k], null)
    end;
    if outcome is null then
      select l.outcome[1] into posted
        from ledger.post_many(
               p_at, array[p_transfer[k]], array[p_account[k]], array[ledger.system('onchain')],
               array[p_amount[k] + p_fee[k]],
               null, null, array['onchain_payment'], array[p_id[k]]) l;
      if posted not in ('posted', 'insufficient_funds') then
        raise exception 'the ledger refused on-chain payment %: %', p_id[k], posted;
      end if;
      outcome := case posted when 'posted' then 'begun' else posted end;
      if posted = 'posted' then
        insert into onchain.payment (
          id, origin_kind, origin_id, account_no, address, amount_msats, fee_msats, txid, transaction, counted_hour,
          node_no, state, due_at, created_at)
        values (
          p_id[k], p_origin_kind[k], p_origin[k], p_account[k], p_address[k], p_amount[k], p_fee[k], p_txid[k],
          p_transaction[k], ledger.count_sent(p_at, p_amount[k]),
          lightning.current_node(), -- a replacement has the same lock
          -- whoever has called publishes it; a worker when that one has died
          'dispatched', p_at + interval '1 second', p_at);
      end if;
    end if;
    return next;
  end loop;
end $$;
