-- compatible: no
-- Budgets of a key for 7 and for 30 days, names of keys, and keys that take over from another one. The row of a policy
-- is written anew: what changes with each payment stands before what has no fixed length. An older version would count
-- no days.

alter table projects.project_key
  add column name text check (char_length(name) between 1 and 40), -- for people; null: it was made before keys had one
  -- the key from which it takes over; each hands over once
  add column rolled_from uuid unique references projects.project_key (id),
  -- the key whose rules and budgets it shares: the first of those that took over from each other; null: its own
  add column rules_of uuid references projects.project_key (id),
  add constraint project_key_rolled check ((rolled_from is null) = (rules_of is null));

create index project_key_by_rules on projects.project_key (rules_of) where rules_of is not null;

-- They take its row.
drop function if exists projects.spent_until(projects.key_policy, int);
alter table projects.key_policy rename to former_policy;
alter index projects.key_policy_pkey rename to former_policy_pkey;

-- What a key may do; a key without a row may do everything. Null: no bound. Half of each page is left free and no
-- changing column is indexed, so that counting stays on its page (HOT).
create table projects.key_policy (
  key_id uuid primary key references projects.project_key (id),
  cap_msats bigint check (cap_msats >= 0),            -- the most that one payment may send, fee not counted
  daily_msats bigint check (daily_msats >= 0),        -- the most that any 24 hours may send
  weekly_msats bigint check (weekly_msats >= 0),      -- any 7 days
  monthly_msats bigint check (monthly_msats >= 0),    -- any 30 days
  rules_no int not null default 0,                    -- how often the rules were changed
  -- What its payments took, failed ones not counted: in the hour `hour` (since 1970), in that and the 24 before it
  -- together, and below in each of these 24, the newest first. The same by days (UTC, since 1970): the hour's and the 7
  -- and 30 before it together, and below in each of these 30; the hour's own is the sum of its hours.
  hour int not null default 0,
  spent_hour bigint not null default 0,
  spent_day bigint not null default 0,
  spent_week bigint not null default 0,
  spent_month bigint not null default 0,
  scopes text[] check (cardinality(scopes) > 0),
  destinations text[] check (cardinality(destinations) > 0), -- 'name@host', '*@host', a node's key, 'internal'
  networks text[] check (cardinality(networks) > 0),  -- from where it may be used: addresses, CIDR
  spent_before bigint[] not null default array_fill(0::bigint, array[24]),
  spent_days bigint[] not null default array_fill(0::bigint, array[30])
) with (fillfactor = 50);

-- The days before are read from what the keys' payments, vouchers and withdrawal requests name.
insert into projects.key_policy (
  key_id, cap_msats, daily_msats, hour, spent_hour, spent_day, spent_week, spent_month, scopes, destinations, networks,
  spent_before, spent_days)
with taken as (
  select p.key_id, p.key_hour / 24 as day, p.amount_msats as amount
    from payments.payment p
   where p.key_id is not null
     and p.state <> 'failed'
   union all
  select v.key_id, v.key_hour / 24,
         case
           when v.state in ('revoked', 'expired') then 0
           when v.state <> 'redeemed' or v.payment_id is null then v.amount_msats
           else v.claim_msats + least(v.fee_msats, v.amount_msats - v.claim_msats)
         end
    from vouchers.voucher v
   where v.key_id is not null
),
by_age as (
  select f.key_id, f.hour / 24 - t.day as age, sum(t.amount)::bigint as amount
    from projects.former_policy f
    join taken t
      on t.key_id = f.key_id
     and t.day between f.hour / 24 - 30 and f.hour / 24
   group by f.key_id, f.hour / 24 - t.day
)
select f.key_id, f.cap_msats, f.daily_msats, f.hour, f.spent_hour, f.spent_day,
       coalesce((select sum(a.amount)::bigint from by_age a where a.key_id = f.key_id and a.age <= 7), 0),
       coalesce((select sum(a.amount)::bigint from by_age a where a.key_id = f.key_id), 0),
       f.scopes, f.destinations, f.networks, f.spent_before,
       array(select coalesce((select a.amount from by_age a where a.key_id = f.key_id and a.age = d.age), 0)
               from generate_series(1, 30) as d(age)
              order by d.age)
  from projects.former_policy f;

drop table projects.former_policy;
