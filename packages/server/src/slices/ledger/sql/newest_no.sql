-- The number of the ledger's newest posting; 0 where there is none. Reads nothing of the posting, unlike ledger.newest.
create or replace function ledger.newest_no() returns bigint
language sql
stable
as $$
  select b.posting_no
    from ledger.book b
$$;
