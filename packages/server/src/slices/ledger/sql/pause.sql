-- Pauses sending for one kind of reason. False when it was paused for that before: the first reason stays, and `set_no`
-- says that there was another one.
create or replace function ledger.pause(p_at timestamptz, p_kind text, p_reason text) returns boolean
language plpgsql
as $$
declare
  newest bigint;
begin
  update ledger.book
     set paused = true,
         pause_no = pause_no + 1
  returning pause_no into strict newest;
  update ledger.pause p
     set set_no = newest
   where p.kind = p_kind;
  if found then
    return false;
  end if;
  insert into ledger.pause (kind, reason, since, set_no)
  values (p_kind, p_reason, p_at, newest);
  return true;
end
$$;
