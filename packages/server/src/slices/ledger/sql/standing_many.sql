-- What accounts hold, their limits, and what was spent in the 24 hours, 7 days and 30 days that end with p_at: as
-- ledger.post_many would count, without waiting for it to do so. One row for each account of p_no, with its place;
-- nulls for one that does not exist. Changes nothing. A window that counts as full after a restore has at least its
-- limit.
--
-- Only hours are read that have left a window since the account's own hour, as in ledger.close_hours, or before it when
-- the clock went back, as in ledger.forgotten_hours.
create or replace function ledger.standing_many(p_at timestamptz, p_no bigint[])
returns table (
  i int, balance bigint, max_balance bigint, limit_day bigint, limit_week bigint, limit_month bigint, spent_day bigint,
  spent_week bigint,
  spent_month bigint)
language plpgsql
stable
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  this_hour constant int := floor(extract(epoch from p_at) / 3600);
begin
  return query
    select k.i, a.balance, a.max_balance::bigint, a.limit_day::bigint, a.limit_week::bigint, a.limit_month::bigint,
           greatest(
             a.spent_day - case when a.hour not in (0, this_hour) then (
               select sign(this_hour - a.hour)::int * coalesce(sum(h.spent), 0)::bigint
                      + case when a.hour < this_hour - 24 then a.spent_hour else 0 end
                 from ledger.spend_hour h
                where h.account = a.no
                  and h.hour between least(a.hour, this_hour) - 24 and greatest(a.hour, this_hour) - 25) else 0 end,
             case when a.no <= f.last_account and f.day then a.limit_day end),
           greatest(
             a.spent_week - case when a.hour not in (0, this_hour) then (
               select sign(this_hour - a.hour)::int * coalesce(sum(h.spent), 0)::bigint
                      + case when a.hour < this_hour - 168 then a.spent_hour else 0 end
                 from ledger.spend_hour h
                where h.account = a.no
                  and h.hour between least(a.hour, this_hour) - 168 and greatest(a.hour, this_hour) - 169) else 0 end,
             case when a.no <= f.last_account and f.week then a.limit_week end),
           greatest(
             a.spent_month - case when a.hour not in (0, this_hour) then (
               select sign(this_hour - a.hour)::int * coalesce(sum(h.spent), 0)::bigint
                      + case when a.hour < this_hour - 720 then a.spent_hour else 0 end
                 from ledger.spend_hour h
                where h.account = a.no
                  and h.hour between least(a.hour, this_hour) - 720 and greatest(a.hour, this_hour) - 721) else 0 end,
             case when a.no <= f.last_account and f.month then a.limit_month end)
      from generate_series(1, cardinality(p_no)) as k(i)
      left join ledger.account a
        on a.no = p_no[k.i]
      left join ledger.full_windows('wallets', this_hour) f
        on true;
end
$$;
