-- Books what the node earned by forwarding between two places of its list of forwards, and goes on to the later place:
-- check and act are one statement, so what lies between is booked once. p_amount: zero where it earned nothing.
-- outcome: booked (also when the call is repeated), moved (the place is not p_before any more: another call has booked
-- from there), not_bound (as in lightning.book_operator_many).
create or replace function lightning.book_forwards_many(
  p_at timestamptz,
  p_id uuid[],
  p_before text[],
  p_after text[],
  p_amount bigint[],
  p_reason text[]
) returns table (i int, outcome text)
language plpgsql
as $$
declare
  k int;
begin
  perform ledger.lock_book();
  for k in 1..cardinality(p_id) loop
    i := k;
    outcome := case
      when not exists (select from lightning.node n where n.equity_transfer_id is not null) then 'not_bound'
      when exists (select from lightning.operator_booking b where b.id = p_id[k]) then 'booked'
    end;
    if outcome is null then
      update lightning.node n
         set forwards_cursor = p_after[k]
       where n.forwards_cursor = p_before[k]
         and n.replaced_at is null;
      outcome := case when found then 'booked' else 'moved' end;
      if found and p_amount[k] > 0 then
        perform lightning.insert_booking(p_at, p_id[k], 'routing_income', p_amount[k], p_reason[k]);
      end if;
    end if;
    return next;
  end loop;
end $$;
