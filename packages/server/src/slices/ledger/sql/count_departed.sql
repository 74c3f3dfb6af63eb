-- Counts on the limits of an account what it had spent before a restore, in the hour in which it did. Under the lock.
create or replace function ledger.count_departed(p_account bigint, p_hour int, p_spent bigint) returns void
language plpgsql
as $$
declare
  spender ledger.account;
  gone record;
  age int;
begin
  select a.* into strict spender
    from ledger.account a
   where a.no = p_account;
  if p_spent = 0 then
    return;
  end if;

  -- later than all that the account has spent: its hour closes
  if spender.hour < p_hour then
    select coalesce(sum(g.left_day), 0) as day, coalesce(sum(g.left_week), 0) as week,
           coalesce(sum(g.left_month), 0) as month
      into gone
      from ledger.close_hours(array[p_account], p_hour) g;
    update ledger.account a
       set hour = p_hour,
           spent_hour = 0,
           spent_day = a.spent_day - gone.day,
           spent_week = a.spent_week - gone.week,
           spent_month = a.spent_month - gone.month
     where a.no = p_account
    returning a.* into spender;
  end if;

  age := spender.hour - p_hour;
  -- hours are kept for as long
  if age between 1 and 744 then
    insert into ledger.spend_hour as h (account, hour, spent)
    values (p_account, p_hour, p_spent)
        on conflict (account, hour) do update
       set spent = h.spent + excluded.spent;
  end if;
  update ledger.account a
     set spent_hour = a.spent_hour + case when age = 0 then p_spent else 0 end,
         spent_day = a.spent_day + case when age <= 24 then p_spent else 0 end,
         spent_week = a.spent_week + case when age <= 168 then p_spent else 0 end,
         spent_month = a.spent_month + case when age <= 720 then p_spent else 0 end
   where a.no = p_account;
end $$;
