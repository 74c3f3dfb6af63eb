-- Moves the spending counters of those accounts in p_account whose hour is over to the hour p_now_hour: writes down
-- what was spent in their hour and returns, account by account, what leaves the windows of 24 hours, 7 days and 30
-- days. The window at hour H covers H-24 … H. The accounts' rows stay as they are: the caller writes them anyway.
--
-- Only hours that leave a window are read, so an hour costs the same however many hours of an account are written down.
-- What has left the longest window is kept for a day more: see ledger.forgotten_hours.
create or replace function ledger.close_hours(p_account bigint[], p_now_hour int)
returns table (account bigint, left_day bigint, left_week bigint, left_month bigint)
language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  insert into ledger.spend_hour (account, hour, spent)
  select a.no, a.hour, a.spent_hour
    from ledger.account a
   where a.no = any (p_account)
     and a.hour < p_now_hour
     and a.spent_hour <> 0;

  return query
    select a.no,
           (select coalesce(sum(h.spent), 0)::bigint
              from ledger.spend_hour h
             where h.account = a.no
               and h.hour between a.hour - 24 and p_now_hour - 25),
           (select coalesce(sum(h.spent), 0)::bigint
              from ledger.spend_hour h
             where h.account = a.no
               and h.hour between a.hour - 168 and p_now_hour - 169),
           (select coalesce(sum(h.spent), 0)::bigint
              from ledger.spend_hour h
             where h.account = a.no
               and h.hour between a.hour - 720 and p_now_hour - 721)
      from ledger.account a
     where a.no = any (p_account)
       and a.hour between 1 and p_now_hour - 1;

  delete from ledger.spend_hour h
   using unnest(p_account) u(no)
   where h.account = u.no
     and h.hour < p_now_hour - 744;
end
$$;
