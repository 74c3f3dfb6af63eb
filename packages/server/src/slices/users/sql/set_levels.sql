-- Sets the limits of levels, element by element; null: none. The accounts of their users follow step by step
-- (users.apply_levels). A level that has these limits already is not touched. The ledger's row is locked first: no user
-- gets the limits from before afterwards.
create or replace function users.set_levels(
  p_name text[],
  p_daily bigint[],
  p_weekly bigint[],
  p_monthly bigint[],
  p_max_balance bigint[]
) returns void
language plpgsql
as $$
begin
  perform ledger.lock_book();
  update users.level l
     set daily = p_daily[k.i],
         weekly = p_weekly[k.i],
         monthly = p_monthly[k.i],
         max_balance = p_max_balance[k.i],
         revision = l.revision + 1
    from generate_series(1, cardinality(p_name)) as k(i)
   where l.name = p_name[k.i]
     and (l.daily, l.weekly, l.monthly, l.max_balance)
         is distinct from (p_daily[k.i], p_weekly[k.i], p_monthly[k.i], p_max_balance[k.i]);
end $$;
