-- Lifts one kind of pause; sending goes on when no other holds. False when there was none of this kind.
create or replace function ledger.resume(p_kind text) returns boolean
language plpgsql
as $$
declare
  v_lifted boolean;
begin
  perform ledger.lock_book();
  delete from ledger.pause p where p.kind = p_kind;
  v_lifted := found;
  update ledger.book b
     set paused = exists (select from ledger.pause);
  return v_lifted;
end
$$;
