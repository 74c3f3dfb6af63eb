-- What the budgets of keys count, hour by hour and day by day (since 1970), and whether their sums are right: how the
-- slice payments sees whether it is what their payments took.
create or replace function projects.spending_of_keys()
returns table (key_id uuid, unit text, no int, spent bigint, is_summed boolean)
language sql
stable
as $$
  select q.key_id, 'hour', q.hour - u.age::int + 1, u.spent,
         q.spent_day = (select sum(s) from unnest(q.spent_hour || q.spent_before) s)
    from projects.key_policy q
   cross join lateral unnest(q.spent_hour || q.spent_before) with ordinality u(spent, age)
   union all
  select q.key_id, 'day', q.hour / 24 - u.age::int + 1, u.spent,
         (q.spent_week, q.spent_month)
           = (projects.spent_on_days(q, q.hour / 24, 7), projects.spent_on_days(q, q.hour / 24, 30))
    from projects.key_policy q
   cross join lateral unnest(projects.spent_today(q) || q.spent_days) with ordinality u(spent, age)
$$;
