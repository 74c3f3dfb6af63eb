-- Sets limits of one user by hand (null: none), and gives others back to the user's level; those that neither names
-- stay as they are. False when there is no such user.
--
-- p_set, p_by_level: names of limits, as users.user.limits_by_hand has them.
create or replace function users.set_limits(
  p_at timestamptz,
  p_id uuid,
  p_set text[],
  p_by_level text[],
  p_daily bigint,
  p_weekly bigint,
  p_monthly bigint,
  p_max_balance bigint
) returns boolean
language plpgsql
as $$
begin
  perform ledger.lock_book();
  update users.user u
     set limits_by_hand = array(
           select n.name
             from unnest(array['daily', 'weekly', 'monthly', 'max_balance']) as n(name)
            where n.name = any (p_set)
               or (n.name = any (u.limits_by_hand) and not n.name = any (p_by_level)))
   where u.id = p_id;
  if not found then
    return false;
  end if;

  perform ledger.set_limits(
            p_at, d.account,
            case when 'daily' = any (p_set) then p_daily else d.daily end,
            case when 'weekly' = any (p_set) then p_weekly else d.weekly end,
            case when 'monthly' = any (p_set) then p_monthly else d.monthly end,
            case when 'max_balance' = any (p_set) then p_max_balance else d.max_balance end)
     from users.due_limits(array[p_id]) d;
  return true;
end $$;
