-- Whether the ledger is closed, so that nothing that moves value is done. For showing, and before a call leaves: what
-- writes asks ledger.lock_open_book.
create or replace function ledger.is_closed() returns boolean
language sql
stable
as $$
  select b.closed is not null
    from ledger.book b
$$;
