-- The ledger's row says what its tables say: sending is paused while a pause is recorded and not otherwise, no pause is
-- newer than the newest, and no account has a number that was not given out. Reads a few rows.
create or replace function ledger.breaches_of_book()
returns setof text
language plpgsql
stable
as $$
begin
  return query
    select case
             when b.paused then 'sending is paused, and no pause is recorded'
             else 'a pause is recorded, and sending is not paused'
           end
      from ledger.book b
     where b.paused <> exists (select from ledger.pause);

  return query
    select format('pause %s has number %s, the newest is %s', p.kind, p.set_no, b.pause_no)
      from ledger.book b
      join ledger.pause p
        on p.set_no > b.pause_no;

  return query
    select format('account %s exists, the last that was opened is %s', a.no, b.account_no)
      from ledger.book b
      join ledger.account a
        on a.no = (select max(m.no) from ledger.account m)
     where a.no > b.account_no;
end
$$;
