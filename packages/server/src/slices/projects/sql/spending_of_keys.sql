-- What the budgets of keys count, hour by hour: how the slice payments sees whether it is what their payments took.
create or replace function projects.spending_of_keys()
returns table (key_id uuid, hour int, spent bigint)
language sql
stable
as $$
  select q.key_id, q.hour - u.age::int + 1, u.spent
    from projects.key_policy q
   cross join lateral unnest(q.spent) with ordinality u(spent, age)
$$;
