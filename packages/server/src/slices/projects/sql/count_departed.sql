-- Counts on the budget of a key what it had spent before a restore, in the hour in which it did. Returns that hour;
-- null: the key has no policy in this copy. Door for the slices that bring payments and vouchers back, under the lock
-- of the ledger's row.
create or replace function projects.count_departed(
  p_at timestamptz,
  p_key uuid,
  p_spent_at timestamptz,
  p_amount bigint
) returns int
language plpgsql
as $$
declare
  at_then constant timestamptz := least(p_spent_at, p_at); -- a clock that was ahead spends nothing in hours to come
  hour_then constant int := floor(extract(epoch from at_then) / 3600);
  last_hour int;
begin
  select q.hour into last_hour
    from projects.key_policy q
   where q.key_id = p_key
     for update;
  if last_hour is null then
    return null;
  end if;
  if hour_then >= last_hour then
    perform projects.count_spending(at_then, array[p_key], array[p_amount], array[1::bigint]);
  else
    perform projects.give_back_spending(array[p_key], array[hour_then], array[-p_amount]);
  end if;
  return hour_then;
end $$;
