-- What a user has bought in the rolling 7 and 30 days, in EUR cents, as limits count it; more than
-- any limit where it is not known after a restore.
create or replace function ramp.used_by_user(p_at timestamptz, p_user uuid)
returns table (week bigint, month bigint, purchases bigint)
language sql
stable
as $$
  select coalesce(sum(q.limit_minor) filter (where q.begun_at > p_at - interval '7 days'), 0)::bigint + min(f.week),
         coalesce(sum(q.limit_minor), 0)::bigint + min(f.month),
         count(q.id) filter (where q.begun_at > p_at - interval '7 days') + min(f.week)
    from ramp.full_windows(p_at, p_at) f
    left join ramp.purchase q
      on q.user_id = p_user
     and q.begun_at > p_at - interval '30 days'
     and q.counts
$$;
