-- Counts what payments took on the budgets of their keys. Door for the slice payments, which calls it while the
-- ledger's row is locked. What has no posting is not counted. The clock may go back: the hour of a key does not.
create or replace function projects.count_spending(
  p_at timestamptz,
  p_key uuid[],
  p_amount bigint[],
  p_posting bigint[]
) returns void
language plpgsql
as $$
declare
  this_hour constant int := floor(extract(epoch from p_at) / 3600);
  this_day constant int := this_hour / 24;
begin
  update projects.key_policy q
     set hour = greatest(q.hour, this_hour),
         spent_hour = case when this_hour <= q.hour then q.spent_hour else 0 end + u.amount,
         spent_day = case when this_hour <= q.hour then q.spent_day
                       else projects.spent_until(q, this_hour) end + u.amount,
         spent_week = case when this_day <= q.hour / 24 then q.spent_week
                        else projects.spent_on_days(q, this_day, 7) end + u.amount,
         spent_month = case when this_day <= q.hour / 24 then q.spent_month
                         else projects.spent_on_days(q, this_day, 30) end + u.amount,
         spent_before = case
           when this_hour <= q.hour then q.spent_before
           else (array_fill(0::bigint, array[least(this_hour - q.hour, 25) - 1])
                   || q.spent_hour || q.spent_before)[1:24]
         end,
         spent_days = case
           when this_day <= q.hour / 24 then q.spent_days
           else (array_fill(0::bigint, array[least(this_day - q.hour / 24, 31) - 1])
                   || projects.spent_today(q) || q.spent_days)[1:30]
         end
    from (
      select a.key, sum(a.amount)::bigint as amount
        from unnest(p_key, p_amount, p_posting) as a(key, amount, posting)
       where a.key is not null
         and a.posting is not null
       group by a.key
    ) u
   where q.key_id = u.key;
end $$;

-- What still counts when the hour is p_hour, which is later than the key's: the windows are those of a wallet's limits,
-- H-24 … H.
create or replace function projects.spent_until(p_policy projects.key_policy, p_hour int) returns bigint
language sql
stable
as $$
  select coalesce(sum(s), 0)::bigint
    from unnest((p_policy.spent_hour || p_policy.spent_before)[1:25 - (p_hour - p_policy.hour)]) s
$$;

-- What was spent on the day of the key's hour: none of its hours has left the 24 hours.
create or replace function projects.spent_today(p_policy projects.key_policy) returns bigint
language sql
stable
as $$
  select coalesce(sum(s), 0)::bigint
    from unnest((p_policy.spent_hour || p_policy.spent_before)[1:p_policy.hour % 24 + 1]) s
$$;

-- What still counts of p_days days when the day is p_day, which is not earlier than the key's: D-p_days … D.
create or replace function projects.spent_on_days(p_policy projects.key_policy, p_day int, p_days int) returns bigint
language sql
stable
as $$
  select coalesce(sum(s), 0)::bigint
    from unnest((projects.spent_today(p_policy) || p_policy.spent_days)[1:p_days + 1 - (p_day - p_policy.hour / 24)]) s
$$;
