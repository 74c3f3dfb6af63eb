-- Writes down the transaction that raises the fee of a payment by spending its change (CPFP), together with its cost,
-- which the operator bears. From then on the child may be published, at any time and more than once.
--
-- outcome: begun (also when it was before, with this transaction), known (the payment has another child, which counts),
-- paused, finished (the payment is not under way, or is not there), node_replaced (its change was a former node's),
-- taken (the transaction is that of another child or of a payment), not_own (it costs more than the operator's own
-- money).
create or replace function onchain.begin_child_many(
  p_at timestamptz,
  p_payment uuid[],
  p_txid bytea[],
  p_transaction bytea[],
  p_cost bigint[],
  p_transfer uuid[]
) returns table (i int, outcome text)
language plpgsql
as $$
declare
  paused boolean;
  k int;
begin
  paused := ledger.lock_open_book();
  for k in 1..cardinality(p_payment) loop
    i := k;
    outcome := case
      when exists (
        select from onchain.child c where c.payment_id = p_payment[k] and c.txid = p_txid[k]) then 'begun'
      when exists (select from onchain.child c where c.payment_id = p_payment[k]) then 'known'
      when paused then 'paused'
      when not exists (
        select from onchain.payment q where q.id = p_payment[k] and q.state = 'dispatched') then 'finished'
      when exists (
        select from onchain.payment q
         where q.id = p_payment[k] and lightning.is_replaced(q.node_no)) then 'node_replaced'
      when exists (select from onchain.child c where c.txid = p_txid[k])
        or exists (select from onchain.payment q where p_txid[k] in (q.txid, q.replaced_by)) then 'taken'
      when p_cost[k] > ledger.own_money() then 'not_own'
    end;
    if outcome is null then
      perform ledger.post_all(
                p_at, array[p_transfer[k]], array[ledger.system('chain_costs')], array[ledger.system('onchain')],
                array[p_cost[k]], null, null, array['onchain_child'], array[p_payment[k]]);
      insert into onchain.child (payment_id, txid, transaction, cost_msats, state, due_at, created_at)
      values (
        p_payment[k], p_txid[k], p_transaction[k], p_cost[k],
        -- the command publishes it; a worker when the command has died
        'dispatched', p_at + interval '1 second', p_at);
      outcome := 'begun';
    end if;
    return next;
  end loop;
end $$;
