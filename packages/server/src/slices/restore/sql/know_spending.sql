-- The journal has told what was spent since the copy: limits of these kinds count it, and no window is full any more.
-- p_opened_no: of the opening that the journal was read for; a later one is another question. Returns what was not
-- known before.
create or replace function restore.know_spending(p_opened_no int, p_what text[]) returns text[]
language plpgsql
as $$
begin
  perform ledger.lock_book();
  if not exists (select from restore.restore r where r.ended_at is null and r.opened_no = p_opened_no) then
    return '{}';
  end if;
  return ledger.know_spending(p_what);
end $$;

-- An operator says that windows of limits count as full no more. Returns those that did.
create or replace function restore.lift_limits() returns text[]
language plpgsql
as $$
begin
  perform ledger.lock_book();
  return ledger.know_spending(array['wallets', 'purchases']);
end $$;
