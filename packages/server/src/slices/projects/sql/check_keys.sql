-- What the policies of keys say about payments, each by itself. Door for the slice payments, which calls it while the ledger's row
-- is locked. A null key has no policy.
--
-- p_destination: the Lightning address that is paid, in lower case; null when it is none. p_recipient: not null when a wallet of
-- this service is paid.
-- refused: null, over_key_cap, destination_not_allowed, over_key_budget. headroom: what the budget leaves; null: there is none.
-- hour: the hour in which the payment will count; null: the key has no policy.
create or replace function projects.check_keys(
  p_at timestamptz,
  p_key uuid[],
  p_amount bigint[],
  p_destination text[],
  p_recipient bigint[],
  out refused text[],
  out headroom bigint[],
  out hour int[]
)
language plpgsql
stable
as $$
declare
  this_hour constant int := floor(extract(epoch from p_at) / 3600);
begin
  select array_agg(case
           when p_amount[k] > q.cap_msats then 'over_key_cap'
           when q.destinations is not null
             and not coalesce(p_destination[k] = any (q.destinations)
                              or '*' || substring(p_destination[k] from position('@' in p_destination[k])) = any (q.destinations), false)
             and not (p_recipient[k] is not null and 'internal' = any (q.destinations)) then 'destination_not_allowed'
           when p_amount[k] > b.budget then 'over_key_budget'
         end order by k),
         array_agg(b.budget order by k),
         array_agg(case when q.key_id is not null then greatest(q.hour, this_hour) end order by k)
    into refused, headroom, hour
    from generate_series(1, cardinality(p_key)) as k
    left join projects.key_policy q on q.key_id = p_key[k]
   cross join lateral (
     -- The hours H-24 … H: an amount counts until its hour has ended for the 24th time, as on the limits of a wallet.
     select q.daily_msats
            - (select coalesce(sum(s), 0)::bigint from unnest(q.spent[1:25 - greatest(this_hour - q.hour, 0)]) s) as budget
   ) b;
end $$;
