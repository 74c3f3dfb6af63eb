-- Counts what payments took on the budgets of their keys. Door for the slice payments, which calls it while the ledger's row is
-- locked. What has no amount is not counted. The clock may go back: the hour of a key does not.
create or replace function projects.count_spending(
  p_at timestamptz,
  p_key uuid[],
  p_amount bigint[]
) returns void
language plpgsql
as $$
declare
  this_hour constant int := floor(extract(epoch from p_at) / 3600);
begin
  update projects.key_policy q
     set hour = greatest(q.hour, this_hour),
         spent = case
           when this_hour <= q.hour then q.spent[1] + u.amount || q.spent[2:25]
           else (u.amount || array_fill(0::bigint, array[least(this_hour - q.hour, 25) - 1]) || q.spent)[1:25]
         end
    from (
      select p_key[k] as key, sum(p_amount[k])::bigint as amount
        from generate_series(1, cardinality(p_key)) as k
       where p_key[k] is not null
         and p_amount[k] is not null
       group by p_key[k]
    ) u
   where q.key_id = u.key;
end $$;
