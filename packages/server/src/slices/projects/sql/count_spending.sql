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
begin
  update projects.key_policy q
     set hour = greatest(q.hour, this_hour),
         spent_hour = case when this_hour <= q.hour then q.spent_hour else 0 end + u.amount,
         spent_day = case when this_hour <= q.hour then q.spent_day
                       else projects.spent_until(q, this_hour) end + u.amount,
         spent_before = case
           when this_hour <= q.hour then q.spent_before
           else (array_fill(0::bigint, array[least(this_hour - q.hour, 25) - 1])
                   || q.spent_hour || q.spent_before)[1:24]
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
