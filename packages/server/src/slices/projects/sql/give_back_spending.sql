-- Takes what failed payments took off the budgets of their keys, in the hours in which it was counted. Door for the slice payments,
-- which calls it while the ledger's row is locked. A null key is skipped; an hour that has left the 24 hours counts no more.
create or replace function projects.give_back_spending(
  p_key uuid[],
  p_hour int[],
  p_amount bigint[]
) returns void
language plpgsql
as $$
begin
  for k in 1..cardinality(p_key) loop
    continue when p_key[k] is null;
    update projects.key_policy q
       set spent[q.hour - p_hour[k] + 1] = q.spent[q.hour - p_hour[k] + 1] - p_amount[k]
     where q.key_id = p_key[k]
       and q.hour - p_hour[k] between 0 and 24;
  end loop;
end $$;
