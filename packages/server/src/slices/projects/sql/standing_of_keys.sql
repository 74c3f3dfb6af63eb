-- What was spent of the budgets of these keys in the 24 hours, 7 days and 30 days that end with p_at, as
-- projects.check_keys counts it, and from when on it is less, if nothing else is sent (null: nothing counts). No row
-- for a key without a policy. A window that counts as full after a restore has at least its budget.
create or replace function projects.standing_of_keys(p_at timestamptz, p_key uuid[])
returns table (
  key_id uuid, spent_day bigint, spent_week bigint, spent_month bigint, less_day timestamptz, less_week timestamptz,
  less_month timestamptz)
language sql
stable
as $$
  select q.key_id,
         greatest(c.day, case when w.day then q.daily_msats end),
         greatest(c.week, case when w.week then q.weekly_msats end),
         greatest(c.month, case when w.month then q.monthly_msats end),
         to_timestamp((case when w.day then w.hour else o.hour end + 25) * 3600.0),
         to_timestamp(case when w.week then (w.hour + 169) * 3600.0 else (o.day_of_week + 8) * 86400.0 end),
         to_timestamp(case when w.month then (w.hour + 721) * 3600.0 else (o.day_of_month + 31) * 86400.0 end)
    from projects.key_policy q
   cross join lateral (select greatest(q.hour, floor(extract(epoch from p_at) / 3600)::int)) as t(hour)
   cross join lateral (
     select projects.spent_until(q, t.hour), projects.spent_on_days(q, t.hour / 24, 7),
            projects.spent_on_days(q, t.hour / 24, 30)
   ) as c(day, week, month)
   cross join lateral (
     select (select min(q.hour - u.age::int + 1)
               from unnest(q.spent_hour || q.spent_before) with ordinality u(spent, age)
              where u.spent <> 0
                and q.hour - u.age + 1 >= t.hour - 24),
            min(d.day) filter (where d.day >= t.hour / 24 - 7),
            min(d.day)
       from (select q.hour / 24 - u.age::int + 1 as day
               from unnest(projects.spent_today(q) || q.spent_days) with ordinality u(spent, age)
              where u.spent <> 0) d
      where d.day >= t.hour / 24 - 30
   ) as o(hour, day_of_week, day_of_month)
    left join lateral projects.unknown_windows(q.key_id, t.hour) w
      on true
   where q.key_id = any (p_key)
$$;
