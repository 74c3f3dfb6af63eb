-- Lifts one kind of pause; sending goes on when no other holds. With `p_set_no` only the pause that was read with that
-- number: one that was set again since stays. False when nothing was lifted.
create or replace function ledger.resume(p_kind text, p_set_no bigint default null) returns boolean
language plpgsql
as $$
declare
  lifted boolean;
begin
  perform ledger.lock_book();
  delete from ledger.pause p
   where p.kind = p_kind
     and (p_set_no is null or p.set_no = p_set_no);
  lifted := found;
  update ledger.book b
     set paused = exists (select from ledger.pause);
  return lifted;
end
$$;
