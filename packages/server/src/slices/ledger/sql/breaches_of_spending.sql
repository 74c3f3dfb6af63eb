-- The spending counters of every account are the sums of its hours, and within the limits; limits that were lowered
-- within a window say nothing about what was spent in it before.
create or replace function ledger.breaches_of_spending(p_after bigint)
returns setof text
language plpgsql
stable
as $$
begin
  return query
    select format(
             'account %s counts %s, %s, %s in 24 hours, 7 days, 30 days; its hours sum to %s, %s, %s',
             a.no, a.spent_day, a.spent_week, a.spent_month, h.day, h.week, h.month
           )
      from ledger.accounts_after(p_after) moved
      join ledger.account a
        on a.no = moved.no
     cross join lateral (
       select a.spent_hour + coalesce(sum(s.spent) filter (where s.hour >= a.hour - 24), 0) as day,
              a.spent_hour + coalesce(sum(s.spent) filter (where s.hour >= a.hour - 168), 0) as week,
              a.spent_hour + coalesce(sum(s.spent) filter (where s.hour >= a.hour - 720), 0) as month
         from ledger.spend_hour s
        where s.account = a.no
     ) h
     where (a.spent_day, a.spent_week, a.spent_month) is distinct from (h.day, h.week, h.month);

  return query
    select format(
             'account %s spent %s, %s, %s in 24 hours, 7 days, 30 days; its limits are %s, %s, %s',
             a.no, a.spent_day, a.spent_week, a.spent_month,
             coalesce(a.limit_day::text, 'none'), coalesce(a.limit_week::text, 'none'),
             coalesce(a.limit_month::text, 'none')
           )
      from ledger.accounts_after(p_after) moved
      join ledger.account a
        on a.no = moved.no
     where (a.spent_day > a.limit_day and a.limits_hour < a.hour - 24)
        or (a.spent_week > a.limit_week and a.limits_hour < a.hour - 168)
        or (a.spent_month > a.limit_month and a.limits_hour < a.hour - 720);
end
$$;
