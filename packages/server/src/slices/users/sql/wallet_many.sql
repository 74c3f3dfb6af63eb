-- What the wallets of users hold, their limits, and what was spent of them: see ledger.standing_many. Nulls for a user
-- who does not exist or is blocked. Changes nothing.
create or replace function users.wallet_many(p_at timestamptz, p_id uuid[])
returns table (
  i int, balance bigint, max_balance bigint, limit_day bigint, limit_week bigint, limit_month bigint, spent_day bigint,
  spent_week bigint,
  spent_month bigint)
language plpgsql
stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return query
    select s.*
      from ledger.standing_many(
             p_at,
             array(
               select w.account
                 from generate_series(1, cardinality(p_id)) as k(i)
                 left join users.user u
                   on u.id = p_id[k.i]
                  and u.blocked_at is null
                 left join wallets.list_owned('user') w
                   on w.id = u.wallet_id
                order by k.i)) s;
end $$;
