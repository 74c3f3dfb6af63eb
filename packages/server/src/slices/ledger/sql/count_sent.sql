-- Counts what leaves the service, in the hour of p_at, on its limits; returns that hour. Door for the slices that send,
-- which call it while the ledger's row is locked.
create or replace function ledger.count_sent(p_at timestamptz, p_amount bigint) returns int
language sql
as $$
  insert into ledger.sent_hour as h (hour, sent_msats)
  values (floor(extract(epoch from p_at) / 3600)::int, p_amount)
      on conflict (hour) do update
     set sent_msats = h.sent_msats + excluded.sent_msats
  returning h.hour
$$;

-- Takes back what was counted and did not leave, in the hours in which it was counted (null: it was not). Under the
-- lock, as above.
create or replace function ledger.give_back_sent(p_hour int[], p_amount bigint[]) returns void
language sql
as $$
  update ledger.sent_hour h
     set sent_msats = h.sent_msats - u.amount
    from (
      select g.hour, sum(g.amount)::bigint as amount
        from unnest(p_hour, p_amount) as g(hour, amount)
       where g.hour is not null
       group by g.hour
    ) u
   where h.hour = u.hour
$$;

-- What left in the 24 hours that end with the hour of p_at, as limits of wallets count: an amount counts until its hour
-- has ended for the 24th time. Hours to come are those before the clock went back.
create or replace function ledger.sent_in_day(p_at timestamptz) returns bigint
language sql
stable
as $$
  select coalesce(sum(h.sent_msats), 0)::bigint
    from ledger.sent_hour h
   where h.hour >= floor(extract(epoch from p_at) / 3600)::int - 24
$$;

-- What the limit of 24 hours leaves; null: there is none. Nothing while it is not known after a restore what left.
create or replace function ledger.left_of_day(p_at timestamptz) returns bigint
language sql
stable
as $$
  select case
           when l.day_msats is null then null
           when exists (
             select from ledger.full_windows('wallets', floor(extract(epoch from p_at) / 3600)::int) w
              where w.day) then 0
           else greatest(0, l.day_msats - ledger.sent_in_day(p_at))
         end
    from ledger.service_limit l
$$;

-- Which limit of the service payments of these amounts would pass together; null: none. p_in_flight: how many are in
-- flight besides; null: they take no slot, as those to addresses of the chain. Under the lock, as above.
-- over_service_payment, over_service_day, full_service.
create or replace function ledger.refusal_of_sending(
  p_at timestamptz,
  p_amount bigint[],
  p_in_flight int
) returns text
language sql
stable
as $$
  select case
           when u.largest > l.payment_msats then 'over_service_payment'
           when u.total > ledger.left_of_day(p_at) then 'over_service_day'
           when p_in_flight + u.count > l.in_flight then 'full_service'
         end
    from ledger.service_limit l
   cross join (
     select max(a.amount) as largest, sum(a.amount) as total, count(*) as count from unnest(p_amount) as a(amount)
   ) u
$$;

-- Whether what is sent is limited at all.
create or replace function ledger.is_sending_limited() returns boolean
language sql
stable
as $$
  select coalesce(l.payment_msats, l.day_msats, l.in_flight::bigint) is not null
    from ledger.service_limit l
$$;

-- What is counted, hour by hour. Door for the audit of the slices that send.
create or replace function ledger.sent_hours() returns table (hour int, sent bigint)
language sql
stable
as $$
  select h.hour, h.sent_msats
    from ledger.sent_hour h
$$;
