-- Closes the ledger: from now on nothing that moves value is written. A restore stays a restore. Call it under the
-- lock.
create or replace function ledger.close_book(p_why text) returns void
language plpgsql
as $$
begin
  update ledger.book b
     set closed = p_why
   where b.closed is distinct from 'restoring';
end
$$;

-- Opens it again, where it was closed for this reason. False when it was not.
create or replace function ledger.open_book(p_why text) returns boolean
language plpgsql
as $$
begin
  update ledger.book b
     set closed = null
   where b.closed = p_why;
  return found;
end
$$;

-- Whether the ledger has this posting: one that has only grown since it was seen.
create or replace function ledger.has_position(p_no bigint, p_hash bytea) returns boolean
language sql
stable
as $$
  select p_no = 0 or exists (
    select from ledger.posting p
     where p.no = p_no
       and p.hash = p_hash)
$$;

-- Why the ledger is closed; null: it is open. Under the lock: what is written asks ledger.lock_open_book.
create or replace function ledger.closed_for() returns text
language sql
stable
as $$
  select b.closed
    from ledger.book b
$$;
