-- Books again what an operator had booked after the copy was made, under its id. It was allowed then, so nothing about
-- the own money is asked; it can be undone as any other. p_kind: of a booking, or booking_undone, which reverses
-- p_undoes and takes its amount from that.
--
-- outcome: booked, known (it is there), not_bound (no node was connected in this copy yet: what it holds at its first
--          connection becomes equity then), undoes_unknown (what it reversed is not here), was_undone (by another one).
create or replace function lightning.bring_back_booking(
  p_at timestamptz,
  p_id uuid,
  p_kind text,
  p_amount bigint,
  p_undoes uuid,
  p_reason text
) returns text
language plpgsql
as $$
declare
  mistake lightning.operator_booking;
  amount bigint;
  outcome text;
begin
  perform ledger.lock_book();
  select b.* into mistake
    from lightning.operator_booking b
   where b.id = p_undoes
     and b.undoes is null;
  outcome := case
    when exists (select from lightning.operator_booking b where b.id = p_id) then 'known'
    when not exists (select from lightning.node n where n.equity_transfer_id is not null) then 'not_bound'
    when p_kind = 'booking_undone' and mistake.id is null then 'undoes_unknown'
    when exists (select from lightning.operator_booking b where b.undoes = p_undoes) then 'was_undone'
    else 'booked'
  end;
  if outcome = 'booked' then
    amount := coalesce(mistake.amount_msats, p_amount);
    insert into lightning.operator_booking (id, kind, amount_msats, reason, booked_at, undoes)
    values (p_id, p_kind, amount, p_reason, p_at, mistake.id);
    perform lightning.post_booking(p_at, p_id, p_kind, coalesce(mistake.kind, p_kind), amount);
  end if;
  return outcome;
end $$;
