-- What the limits of those accounts in p_account count besides their counters when the clock went back to the hour
-- p_now_hour, before the account's own: what was spent in the hours that have left the windows of 24 hours, 7 days and
-- 30 days at the account's hour, and not those at p_now_hour. Of 30 days this is known for a clock that went back by a
-- day (docs/decisions/0037-limits-and-a-clock-that-goes-back.md).
create or replace function ledger.forgotten_hours(p_account bigint[], p_now_hour int)
returns table (account bigint, day bigint, week bigint, month bigint)
language sql
stable
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
  select a.no,
         (select coalesce(sum(h.spent), 0)::bigint
            from ledger.spend_hour h
           where h.account = a.no
             and h.hour between p_now_hour - 24 and a.hour - 25),
         (select coalesce(sum(h.spent), 0)::bigint
            from ledger.spend_hour h
           where h.account = a.no
             and h.hour between p_now_hour - 168 and a.hour - 169),
         (select coalesce(sum(h.spent), 0)::bigint
            from ledger.spend_hour h
           where h.account = a.no
             and h.hour between p_now_hour - 720 and a.hour - 721)
    from ledger.account a
   where a.no = any (p_account)
     and a.hour > p_now_hour
$$;
