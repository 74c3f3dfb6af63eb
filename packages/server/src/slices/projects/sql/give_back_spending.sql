-- Takes what failed payments took off the budgets of their keys, in the hours and on the days on which it was counted.
-- Door for the slice payments, which calls it while the ledger's row is locked. What has left a window counts there no
-- more.
create or replace function projects.give_back_spending(
  p_key uuid[],
  p_hour int[],
  p_amount bigint[]
) returns void
language plpgsql
as $$
begin
  for k in 1..cardinality(p_key) loop
    update projects.key_policy q
       set spent_hour = q.spent_hour - case when q.hour = p_hour[k] then p_amount[k] else 0 end,
           spent_day = q.spent_day - case when q.hour - p_hour[k] <= 24 then p_amount[k] else 0 end,
           spent_week = q.spent_week - case when q.hour / 24 - p_hour[k] / 24 <= 7 then p_amount[k] else 0 end,
           spent_month = q.spent_month - p_amount[k],
           spent_before = projects.less_at(q.spent_before, q.hour - p_hour[k], p_amount[k]),
           spent_days = projects.less_at(q.spent_days, q.hour / 24 - p_hour[k] / 24, p_amount[k])
     where q.key_id = p_key[k]
       and p_hour[k] <= q.hour
       and q.hour / 24 - p_hour[k] / 24 <= 30;
  end loop;
end $$;

-- The list with so much less at one place; as it is where the list has no such place.
create or replace function projects.less_at(p_list bigint[], p_place int, p_amount bigint) returns bigint[]
language plpgsql
immutable
as $$
begin
  if p_place between 1 and cardinality(p_list) then
    p_list[p_place] := p_list[p_place] - p_amount;
  end if;
  return p_list;
end $$;
