-- As ledger.lock_book, for what moves value: while the ledger is closed it raises LY001, and nothing is done.
create or replace function ledger.lock_open_book(out paused boolean)
language plpgsql
as $$
declare
  why text;
begin
  select b.paused, b.closed
    into strict paused, why
    from ledger.book b
   where b.one
     for update;
  if why is not null then
    raise exception 'the ledger is closed: %', why using errcode = 'LY001';
  end if;
end
$$;

-- What waits for a restore does not go on: it raises LY002.
create or replace function ledger.refuse_waiting(p_restore_id uuid) returns void
language plpgsql
as $$
begin
  if p_restore_id is not null then
    raise exception 'it waits for restore %', p_restore_id using errcode = 'LY002';
  end if;
end
$$;

-- The same without waiting and without a lock: what it says may be over in a moment. For those who ask before.
create or replace function ledger.read_open_book(out paused boolean)
language plpgsql
stable
as $$
declare
  why text;
begin
  select b.paused, b.closed
    into strict paused, why
    from ledger.book b
   where b.one;
  if why is not null then
    raise exception 'the ledger is closed: %', why using errcode = 'LY001';
  end if;
end
$$;
