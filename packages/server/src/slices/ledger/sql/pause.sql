-- Pauses sending for one kind of reason. False when it was paused for that before: the first reason stays.
create or replace function ledger.pause(p_at timestamptz, p_kind text, p_reason text) returns boolean
language plpgsql
as $$
begin
  update ledger.book set paused = true;
  insert into ledger.pause (kind, reason, since)
  values (p_kind, p_reason, p_at)
      on conflict (kind) do nothing;
  return found;
end
$$;
