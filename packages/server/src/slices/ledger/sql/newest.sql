-- The ledger's newest posting, and its time; number 0 and no time where there is none.
create or replace function ledger.newest(out no bigint, out at timestamptz)
language sql
stable
as $$
  select b.posting_no, p.at
    from ledger.book b
    left join ledger.posting p
      on p.no = b.posting_no
$$;
