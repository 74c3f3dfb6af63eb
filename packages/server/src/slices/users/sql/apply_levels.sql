-- Gives the accounts of users the limits of their levels; limits that were set by hand stay as they are. Returns how
-- many were changed. The ledger's row is locked first, so a level whose limits change in between is seen.
create or replace function users.apply_levels(p_at timestamptz, p_id uuid[]) returns int
language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
  changed int;
begin
  perform ledger.lock_book();
  perform ledger.set_limits(p_at, d.account, d.daily, d.weekly, d.monthly, d.max_balance)
     from users.due_limits(p_id) d
    where d.is_due;
  get diagnostics changed = row_count;
  return changed;
end $$;

-- The limits that accounts of users are to have: those of the level, and those that were set by hand. is_due: the
-- account has others.
create or replace function users.due_limits(p_id uuid[])
returns table (id uuid, account bigint, daily bigint, weekly bigint, monthly bigint, max_balance bigint, is_due boolean)
language sql
stable
as $$
  select u.id, a.no, d.daily, d.weekly, d.monthly, d.max_balance,
         (d.daily, d.weekly, d.monthly, d.max_balance) is distinct from (a.daily, a.weekly, a.monthly, a.max_balance)
    from users.user u
    join users.level l
      on l.name = u.level
    join wallets.list_owned('user') w
      on w.id = u.wallet_id
    join ledger.list_limits() a
      on a.no = w.account
   cross join lateral (
     select case when 'daily' = any (u.limits_by_hand) then a.daily else l.daily end as daily,
            case when 'weekly' = any (u.limits_by_hand) then a.weekly else l.weekly end as weekly,
            case when 'monthly' = any (u.limits_by_hand) then a.monthly else l.monthly end as monthly,
            case when 'max_balance' = any (u.limits_by_hand) then a.max_balance else l.max_balance end as max_balance
   ) d
   where u.id = any (p_id)
$$;
