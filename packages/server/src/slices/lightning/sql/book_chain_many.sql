-- Books transactions of the node's wallet that opened, closed or swept channels, each once: what miners took, and what
-- moved between the wallet and the channels.
-- p_moved: into the channels; below zero: out of them. p_despite: although the cost is more than the operator's own.
-- outcome: booked (also when the call is repeated), was_booked (by another call, or it was before the first
-- connection), not_bound, not_own: as in lightning.book_operator_many.
create or replace function lightning.book_chain_many(
  p_at timestamptz,
  p_txid bytea[],
  p_cost_id uuid[],
  p_move_id uuid[],
  p_cost bigint[],
  p_moved bigint[],
  p_reason text[],
  p_despite boolean[]
) returns table (i int, outcome text)
language plpgsql
as $$
declare
  is_known boolean;
  k int;
begin
  perform ledger.lock_book();
  for k in 1..cardinality(p_txid) loop
    i := k;
    is_known := exists (select from lightning.chain_booking c where c.txid = p_txid[k]);
    outcome := case
      when not exists (select from lightning.node n where n.equity_transfer_id is not null) then 'not_bound'
      when is_known and exists (
        select from lightning.operator_booking b where b.id in (p_cost_id[k], p_move_id[k])) then 'booked'
      when is_known then 'was_booked'
      when p_cost[k] > ledger.own_money() and not p_despite[k] then 'not_own'
    end;
    if outcome is null then
      if p_cost[k] > 0 then
        perform lightning.insert_booking(p_at, p_cost_id[k], 'chain_cost', p_cost[k], p_reason[k]);
      end if;
      if p_moved[k] <> 0 then
        perform lightning.insert_booking(
                  p_at, p_move_id[k], case when p_moved[k] > 0 then 'to_channels' else 'to_chain' end,
                  abs(p_moved[k]), p_reason[k]);
      end if;
      insert into lightning.chain_booking (txid, cost_id, move_id, booked_at)
      values (p_txid[k], case when p_cost[k] > 0 then p_cost_id[k] end, case when p_moved[k] <> 0 then p_move_id[k] end,
              p_at);
      outcome := 'booked';
    end if;
    return next;
  end loop;
end $$;
