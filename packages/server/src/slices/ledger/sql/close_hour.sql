-- Moves an account's spending counters from the hour p_hour to the later hour p_now_hour: writes down what was spent in
-- p_hour and returns what leaves the windows of 24 hours, 7 days and 30 days. The window at hour H covers H-24 … H.
-- The account's row stays as it is: who calls this writes it anyway.
create or replace function ledger.close_hour(
  p_account bigint,
  p_hour int,
  p_now_hour int,
  out left_day bigint,
  out left_week bigint,
  out left_month bigint
)
language plpgsql
as $$
begin
  insert into ledger.spend_hour (account, hour, spent)
  select a.no, p_hour, a.spent_hour
    from ledger.account a
   where a.no = p_account
     and a.spent_hour <> 0;

  select coalesce(sum(h.spent) filter (where h.hour between p_hour - 24 and p_now_hour - 25), 0)::bigint,
         coalesce(sum(h.spent) filter (where h.hour between p_hour - 168 and p_now_hour - 169), 0)::bigint,
         coalesce(sum(h.spent) filter (where h.hour between p_hour - 720 and p_now_hour - 721), 0)::bigint
    into left_day, left_week, left_month
    from ledger.spend_hour h
   where h.account = p_account
     and h.hour between p_hour - 720 and p_now_hour - 25;

  delete from ledger.spend_hour h
   where h.account = p_account
     and h.hour < p_now_hour - 720;
end
$$;
