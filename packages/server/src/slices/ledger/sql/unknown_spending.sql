-- This database went back in time: what was spent up to now is not known. Door for the restore slice, under the lock.
create or replace function ledger.forget_spending(p_at timestamptz) returns void
language sql
as $$
  insert into ledger.unknown_spending as u (what, unknown_until, last_account)
  select k.what, p_at, b.account_no
    from ledger.book b
   cross join unnest(array['wallets', 'purchases']) as k(what)
      on conflict (what) do update
     set unknown_until = greatest(u.unknown_until, excluded.unknown_until),
         last_account = greatest(u.last_account, excluded.last_account)
$$;

-- What was spent is known again, or an operator says that it counts no more. Returns what was not known before.
create or replace function ledger.know_spending(p_what text[]) returns text[]
language sql
as $$
  with known as (
    delete from ledger.unknown_spending u
     where u.what = any (p_what)
    returning u.what
  )
  select coalesce(array_agg(k.what order by k.what), '{}')
    from known k
$$;

-- Which windows of limits that end with the hour p_hour count as full, because it is not known what was spent in a part
-- of them: of accounts up to last_account, and of what is older than unknown_until. No row: none. Every function that
-- compares something with a limit asks it.
create or replace function ledger.full_windows(p_what text, p_hour int)
returns table (unknown_until timestamptz, last_account bigint, day boolean, week boolean, month boolean)
language sql
stable
as $$
  select u.unknown_until, u.last_account, h.hour >= p_hour - 24, h.hour >= p_hour - 168, h.hour >= p_hour - 720
    from ledger.unknown_spending u
   cross join lateral (select floor(extract(epoch from u.unknown_until) / 3600)::int) as h(hour)
   where u.what = p_what
     and h.hour >= p_hour - 720
$$;

-- Until when it is not known what was spent; null: it is known.
create or replace function ledger.spending_unknown_until(p_what text) returns timestamptz
language sql
stable
as $$
  select u.unknown_until
    from ledger.unknown_spending u
   where u.what = p_what
$$;
