-- What projects paid and received by the ledger's postings with these numbers, by the hour: after p_after, up to
-- p_until. Payments count in the hour in which they ended, what came in in the hour in which it was recorded.
create or replace function totals.moved_between(p_after bigint, p_until bigint)
returns table (
  project uuid, hour int, completed int, took_1s int, took_5s int, took_30s int, took_5m int, took_1h int,
  took_longer int, failed int, received int, completed_msats bigint, fees_msats bigint, took_ms bigint,
  failed_msats bigint, received_msats bigint)
language sql
stable
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
  with ended as materialized (
    select e.*, totals.hour_of(e.ended_at) as hour,
           case when e.ended_at <= e.created_at then 0
             else floor(extract(epoch from e.ended_at - e.created_at) * 1000)::bigint end as ms
      from payments.ended_between(p_after, p_until) e),
  paid as (
    select e.owner, e.hour,
           count(*) filter (where e.state = 'completed') as completed,
           count(*) filter (where e.state = 'completed' and e.ms <= 1000) as took_1s,
           count(*) filter (where e.state = 'completed' and e.ms > 1000 and e.ms <= 5000) as took_5s,
           count(*) filter (where e.state = 'completed' and e.ms > 5000 and e.ms <= 30000) as took_30s,
           count(*) filter (where e.state = 'completed' and e.ms > 30000 and e.ms <= 300000) as took_5m,
           count(*) filter (where e.state = 'completed' and e.ms > 300000 and e.ms <= 3600000) as took_1h,
           count(*) filter (where e.state = 'completed' and e.ms > 3600000) as took_longer,
           count(*) filter (where e.state = 'failed') as failed,
           sum(e.amount) filter (where e.state = 'completed') as completed_msats,
           sum(e.fee) as fees_msats,
           sum(e.ms) filter (where e.state = 'completed') as took_ms,
           sum(e.amount) filter (where e.state = 'failed') as failed_msats
      from ended e
     where e.owner is not null
     group by e.owner, e.hour),
  got as (
    select w.owner, i.hour, i.count, i.amount
      from (select e.recipient, e.hour, count(*), sum(e.amount) as amount
              from ended e
             where e.recipient is not null
             group by e.recipient, e.hour) i
     cross join lateral wallets.with_account(i.recipient) w
     union all
    select w.owner, n.hour, n.count, n.amount
      from (select r.wallet, totals.hour_of(r.recorded_at) as hour, count(*), sum(r.amount) as amount
              from receiving.received_between(p_after, p_until) r
             group by r.wallet, 2) n
     cross join lateral wallets.with_id(n.wallet) w),
  -- each column of the answer, from one side or the other; few rows, of which each owner is looked up
  both_sides as materialized (
    select p.*, 0::bigint as received, 0::numeric as received_msats from paid p
     union all
    select g.owner, g.hour, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, g.count, g.amount from got g)
  select b.owner, b.hour, sum(b.completed)::int, sum(b.took_1s)::int, sum(b.took_5s)::int, sum(b.took_30s)::int,
         sum(b.took_5m)::int, sum(b.took_1h)::int, sum(b.took_longer)::int, sum(b.failed)::int, sum(b.received)::int,
         coalesce(sum(b.completed_msats), 0)::bigint, coalesce(sum(b.fees_msats), 0)::bigint,
         coalesce(sum(b.took_ms), 0)::bigint, coalesce(sum(b.failed_msats), 0)::bigint, sum(b.received_msats)::bigint
    from both_sides b
   where wallets.is_owner(b.owner, 'project')
   group by b.owner, b.hour
$$;

-- Hours since 1970. `extract` would take ten times as long, and this is asked of each payment.
create or replace function totals.hour_of(p_at timestamptz) returns int
language sql
stable
as $$
  select floor(date_part('epoch', p_at) / 3600)::int
$$;
