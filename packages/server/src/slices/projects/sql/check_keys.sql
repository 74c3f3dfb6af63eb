-- What the policies of keys say about payments, each by itself. Door for the slice payments, which calls it while the
-- ledger's row is locked. A null key has no policy.
--
-- p_destination: as what policies name the recipient: a Lightning address in lower case, the public key of a node, or
-- 'internal' for a wallet or an invoice of this service; null: policies have no name for it. p_recipient: not null when
-- a wallet of this service is paid, which is internal whatever its name.
-- A budget of which a part is not known after a restore counts as spent, but of keys made since.
--
-- refused: null, over_key_cap, destination_not_allowed, over_key_budget. headroom: what that budget leaves which leaves
-- least; null: there is none.
-- hour: the hour in which the payment will count; null: the key has no policy. fits: nothing is refused, and no budget
-- could be passed by all payments together; then nothing else has to be compared.
create or replace function projects.check_keys(
  p_at timestamptz,
  p_key uuid[],
  p_amount bigint[],
  p_destination text[],
  p_recipient bigint[],
  out refused text[],
  out headroom bigint[],
  out hour int[],
  out fits boolean
)
language plpgsql
stable
as $$
declare
  this_hour constant int := floor(extract(epoch from p_at) / 3600);
begin
  select array_agg(c.refused), array_agg(c.headroom), array_agg(c.hour),
         count(c.refused) = 0 and sum(c.amount) <= coalesce(min(c.headroom), sum(c.amount))
    into refused, headroom, hour, fits
    from (
      select case
               when a.amount > q.cap_msats then 'over_key_cap'
               when q.destinations is not null
                 and not coalesce(a.destination = any (q.destinations)
                                  or '*' || substring(a.destination from position('@' in a.destination))
                                     = any (q.destinations),
                                  false)
                 and not (a.recipient is not null and 'internal' = any (q.destinations)) then 'destination_not_allowed'
               when a.amount > b.headroom then 'over_key_budget'
             end as refused,
             b.headroom,
             case when q.key_id is not null then greatest(q.hour, this_hour) end as hour,
             a.amount
        from unnest(p_key, p_amount, p_destination, p_recipient) with ordinality
               as a(key, amount, destination, recipient, k)
        left join projects.key_policy q on q.key_id = a.key
       cross join lateral (
         select case when k.headroom is not null and projects.is_budget_unknown(q, this_hour) then 0
                  else k.headroom end
           from (
             -- a budget that there is not is null, and `least` leaves it out
             select least(
                      q.daily_msats - case when q.hour >= this_hour then q.spent_day
                                        else projects.spent_until(q, this_hour) end,
                      q.weekly_msats - case when q.hour / 24 >= this_hour / 24 then q.spent_week
                                         else projects.spent_on_days(q, this_hour / 24, 7) end,
                      q.monthly_msats - case when q.hour / 24 >= this_hour / 24 then q.spent_month
                                          else projects.spent_on_days(q, this_hour / 24, 30) end)
           ) as k(headroom)
       ) b(headroom)
       order by a.k
    ) c;
end $$;

-- Whether it is not known after a restore what was spent of a budget that the key has.
create or replace function projects.is_budget_unknown(p_policy projects.key_policy, p_hour int) returns boolean
language sql
stable
as $$
  select exists (
    select from projects.unknown_windows(p_policy.key_id, p_hour) w
     where w.day and p_policy.daily_msats is not null
        or w.week and p_policy.weekly_msats is not null
        or w.month and p_policy.monthly_msats is not null)
$$;

-- Of which windows that end with the hour p_hour it is not known after a restore what this key spent, and up to which
-- hour; no row: of none. A key that took over from another one shares its budgets, so p_key is the first of them.
create or replace function projects.unknown_windows(p_key uuid, p_hour int)
returns table (hour int, day boolean, week boolean, month boolean)
language sql
stable
as $$
  select floor(extract(epoch from w.unknown_until) / 3600)::int, w.day, w.week, w.month
    from ledger.full_windows('wallets', p_hour) w
    join projects.project_key k
      on k.created_at <= w.unknown_until
   where k.id = p_key
$$;
