-- Takes what failed payments took off the budgets of their keys, in the hours in which it was counted. Door for the
-- slice payments, which calls it while the ledger's row is locked. An hour that has left the 24 hours counts no more.
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
       set spent_hour = q.spent_hour - p_amount[k],
           spent_day = q.spent_day - p_amount[k]
     where q.key_id = p_key[k]
       and q.hour = p_hour[k];
    continue when found;

    update projects.key_policy q
       set spent_before[q.hour - p_hour[k]] = q.spent_before[q.hour - p_hour[k]] - p_amount[k],
           spent_day = q.spent_day - p_amount[k]
     where q.key_id = p_key[k]
       and q.hour - p_hour[k] between 1 and 24;
  end loop;
end $$;
