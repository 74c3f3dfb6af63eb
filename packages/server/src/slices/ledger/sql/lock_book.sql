-- Locks the ledger until the transaction ends and says whether sending is paused.
-- Call it before any other row is locked; a second call in the same statement costs nothing.
create or replace function ledger.lock_book(out paused boolean)
language plpgsql
as $$
begin
  select b.paused
    into strict paused
    from ledger.book b
   where b.one
     for update;
end
$$;
