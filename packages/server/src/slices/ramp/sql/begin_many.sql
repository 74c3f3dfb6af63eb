-- Begins purchases that were quoted: from now on they count on limits. The ledger's row is locked, so that two that
-- begin together do not both take what is left.
--
-- p_is_verified: the user's identity is; p_week …: what may be bought in the rolling 7 and 30 days, in EUR cents, and
-- how many purchases in 7 days by who is not verified. A network counts for several people (p_network_times).
-- p_declines_max: declined cards in an hour.
--
-- outcome: begun, stale (it is not quoted any more, or has another version), quote_expired, session_ended, busy (the
-- session has another purchase), rejected (the user's identity is), declined (too many cards of this person were;
-- retry_at: when one may begin again), unavailable (the operator's own money does not cover it besides what is begun),
-- identity_needed, limit_exceeded (left: in EUR cents, at least 0).
create or replace function ramp.begin_many(
  p_at timestamptz,
  p_id uuid[],
  p_version int[],
  p_is_verified boolean[],
  p_email_week bigint,
  p_email_purchases int,
  p_verified_week bigint,
  p_verified_month bigint,
  p_network_times int,
  p_declines_max int
) returns table (i int, outcome text, left_minor bigint, retry_at timestamptz)
language plpgsql
as $$
declare
  wanted ramp.purchase;
  lasting ramp.session;
  email_left bigint;
  verified_left bigint;
  k int;
begin
  perform ledger.lock_open_book();
  for k in 1..cardinality(p_id) loop
    i := k;
    outcome := null;
    left_minor := null;
    retry_at := null;
    select q.* into wanted
      from ramp.purchase q
     where q.id = p_id[k]
       for update;
    select s.* into lasting
      from ramp.session s
     where s.id = wanted.session_id
       for update;
    if wanted.state in ('requires_payment', 'requires_action') and wanted.version > p_version[k] then
      outcome := 'begun'; -- by another request, or repeated after a lost connection
      return next;
      continue;
    end if;

    email_left := ramp.left_unverified(p_at, wanted, p_email_week, p_email_purchases, p_network_times);
    select min(least(p_verified_week * u.times - u.week, p_verified_month * u.times - u.month))
      into verified_left
      from ramp.used_by(p_at, wanted, p_network_times) u;
    left_minor := greatest(0, case when p_is_verified[k] then verified_left else email_left end);
    retry_at := ramp.declined_until(p_at, wanted, p_declines_max, p_network_times);
    outcome := case
      when wanted.id is null or wanted.state <> 'quoted' or wanted.version <> p_version[k] then 'stale'
      when lasting.state not in ('open', 'active') or lasting.expires_at <= statement_timestamp() then 'session_ended'
      when wanted.quote_until <= p_at then 'quote_expired'
      when exists (
        select from ramp.purchase q
         where q.session_id = wanted.session_id
           and q.fills_session) then 'busy'
      when exists (
        select from ramp.customer c
         where c.user_id = wanted.user_id
           and c.identity = 'rejected') then 'rejected'
      when retry_at is not null then 'declined'
      when wanted.limit_minor > verified_left then 'limit_exceeded'
      when not p_is_verified[k] and wanted.limit_minor > email_left then 'identity_needed'
      when not ramp.is_sold(p_at, wanted.amount_msats, wanted.fee_limit_msats, wanted.destination_key)
        then 'unavailable'
      else 'begun'
    end;
    if outcome = 'begun' then
      update ramp.purchase q
         set state = 'requires_payment',
             previous_state = q.state,
             version = q.version + 1,
             begun_at = p_at,
             changed_at = p_at,
             due_at = p_at
       where q.id = wanted.id;
    end if;
    return next;
  end loop;
end $$;

-- What somebody whose identity is not verified may still buy in place of this purchase, in EUR cents, at least 0.
create or replace function ramp.left_unverified(
  p_at timestamptz,
  p_purchase ramp.purchase,
  p_email_week bigint,
  p_email_purchases int,
  p_network_times int
) returns bigint
language sql
stable
as $$
  select greatest(0, least(
           min(p_email_week * u.times - u.week),
           case when max(u.purchases - p_email_purchases * u.times) >= 0 then 0 end))
    from ramp.used_by(p_at, p_purchase, p_network_times) u
$$;

-- What may be sold now besides what is begun, in msats; nothing while it is not known what the node holds.
create or replace function ramp.for_sale(p_at timestamptz) returns bigint
language sql
stable
as $$
  select coalesce(lightning.sellable(p_at), 0) - ramp.needed()
$$;

-- Whether a purchase can be sold and delivered now: from the own money, and within the limits of the whole service
-- unless it stays here (model/destination.ts, the key of a wallet).
create or replace function ramp.is_sold(p_at timestamptz, p_amount bigint, p_fee_limit bigint, p_destination_key text)
returns boolean
language sql
stable
as $$
  select p_amount + p_fee_limit <= ramp.for_sale(p_at)
     and (p_destination_key like 'wallet %' or ledger.refusal_of_sending(p_at, array[p_amount], null) is null)
$$;

-- What purchases that are begun will still take from the operator's equity, in msats.
create or replace function ramp.needed() returns bigint
language sql
stable
as $$
  select coalesce(sum(q.amount_msats + q.fee_limit_msats), 0)::bigint
    from ramp.purchase q
   where q.state in ('requires_payment', 'requires_action')
$$;

-- Until when somebody who tries out cards begins nothing: the cards that were declined in the last hour, over all
-- sessions of the user, of the mail address and of the network, which stands for several people. Null: fewer than
-- p_declines_max for each of them.
create or replace function ramp.declined_until(
  p_at timestamptz,
  p_purchase ramp.purchase,
  p_declines_max int,
  p_network_times int
) returns timestamptz
language sql
stable
as $$
  select max(d.declined_at) + interval '1 hour'
    from (
      select c.by, q.declined_at, sum(q.declines) over (partition by c.by order by q.declined_at desc, q.id) as declines
        from unnest(array['user', 'mail', 'network']) as c(by)
        join ramp.purchase q
          on q.declined_at > p_at - interval '1 hour'
         and case c.by
               when 'user' then q.user_id = p_purchase.user_id
               when 'mail' then q.mail_key = p_purchase.mail_key
               when 'network' then q.network = p_purchase.network and q.network <> 'loopback'
             end) d
   where d.declines >= p_declines_max * case d.by when 'network' then p_network_times else 1 end
$$;

-- What counts on the limits of a purchase, one row for each thing by which purchases are counted: user, mail address,
-- destination, card and network. times: for how many people the thing may stand. A window of which a part is not known
-- after a restore counts as full for each of them, but not for a purchase that was begun before.
create or replace function ramp.used_by(p_at timestamptz, p_purchase ramp.purchase, p_network_times int)
returns table (by text, times int, week bigint, month bigint, purchases bigint)
language sql
stable
as $$
  select c.by,
         case c.by when 'network' then p_network_times else 1 end,
         coalesce(sum(q.limit_minor) filter (where q.begun_at > p_at - interval '7 days'), 0)::bigint + min(f.week),
         coalesce(sum(q.limit_minor), 0)::bigint + min(f.month),
         count(q.id) filter (where q.begun_at > p_at - interval '7 days') + min(f.week)
    from unnest(array['user', 'mail', 'destination', 'card', 'network']) as c(by)
    left join lateral (
      select q.*
        from ramp.purchase q
       where q.id <> p_purchase.id
         and q.begun_at > p_at - interval '30 days'
         and q.counts
         and case c.by
               when 'user' then q.user_id = p_purchase.user_id
               when 'mail' then q.mail_key = p_purchase.mail_key
               when 'destination' then q.destination_key = p_purchase.destination_key
               when 'card' then q.card_key = p_purchase.card_key
               when 'network' then q.network = p_purchase.network and q.network <> 'loopback'
             end) q
      on true
   cross join ramp.full_windows(p_at, coalesce(p_purchase.begun_at, p_at)) f
   group by c.by
$$;

-- What is added to the windows of 7 and 30 days for a purchase that is begun at p_begun_at: more than any limit where
-- it is not known after a restore what was bought in a part of them, else 0.
create or replace function ramp.full_windows(
  p_at timestamptz,
  p_begun_at timestamptz,
  out week bigint,
  out month bigint
)
language sql
stable
as $$
  select case when u.until > p_at - interval '7 days' and p_begun_at > u.until then 1000000000000 else 0 end,
         case when u.until > p_at - interval '30 days' and p_begun_at > u.until then 1000000000000 else 0 end
    from ledger.spending_unknown_until('purchases') as u(until)
$$;
