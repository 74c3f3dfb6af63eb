-- What the budgets of keys count, hour by hour, and in all: how the slice payments sees whether it is what their
-- payments took.
create or replace function projects.spending_of_keys()
returns table (key_id uuid, hour int, spent bigint, spent_day bigint)
language sql
stable
as $$
  select q.key_id, q.hour - u.age::int + 1, u.spent, q.spent_day
    from projects.key_policy q
   cross join lateral unnest(q.spent_hour || q.spent_before) with ordinality u(spent, age)
$$;
