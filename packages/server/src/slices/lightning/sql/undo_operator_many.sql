-- Takes back bookings of the operator that were a mistake: each once, by the reverse transfer.
-- outcome: undone (also when the call is repeated), unknown (no such booking; one that undoes another is none),
-- was_undone, not_own (without the deposit or the income the own money would be below zero: it is customers' bitcoin),
-- not_held (the node does not hold what would be the operator's own again: it has left), not_compared (the node was not
-- compared with the books in the last minutes, so nobody knows).
create or replace function lightning.undo_operator_many(
  p_at timestamptz,
  p_id uuid[],
  p_undoes uuid[],
  p_reason text[]
) returns table (i int, outcome text)
language plpgsql
as $$
declare
  mistake lightning.operator_booking;
  undone_by uuid;
  k int;
begin
  perform ledger.lock_book();
  for k in 1..cardinality(p_id) loop
    i := k;
    select b.* into mistake
      from lightning.operator_booking b
     where b.id = p_undoes[k]
       and b.undoes is null;
    select b.id into undone_by
      from lightning.operator_booking b
     where b.undoes = p_undoes[k];
    outcome := case
      when mistake.id is null then 'unknown'
      when undone_by = p_id[k] then 'undone'
      when undone_by is not null then 'was_undone'
      when mistake.kind in ('to_channels', 'to_chain') then null -- the own money is the same by it
      when mistake.kind in ('equity_deposit', 'routing_income') then
        case when ledger.own_money() < mistake.amount_msats then 'not_own' end
      when lightning.sellable(p_at) is null then 'not_compared'
      when lightning.unbooked() < mistake.amount_msats then 'not_held'
    end;
    if outcome is null then
      insert into lightning.operator_booking (id, kind, amount_msats, reason, booked_at, undoes)
      values (p_id[k], 'booking_undone', mistake.amount_msats, p_reason[k], p_at, mistake.id);
      perform lightning.post_booking(p_at, p_id[k], 'booking_undone', mistake.kind, mistake.amount_msats);
      outcome := 'undone';
    end if;
    return next;
  end loop;
end $$;
