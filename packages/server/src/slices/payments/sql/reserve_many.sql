-- Accepts payments: claims the idempotency key, checks pause and pending limits, moves amount and fee limit out of the
-- wallet, writes the payment. A recipient here is paid at once.
--
-- Repeated after a lost connection, with the same ids, it answers what it answered the first time and does nothing.
--
-- outcome: 0 reserved, 1 completed here, 2 replay (payment = the one made before), 3 key or internal id used with other
--          input, 4 insufficient funds (available = what the wallet can give), 5 spending limit (available = what it
--          leaves), 6 paused, 7 too many pending, 8 recipient's maximum balance.
create or replace function payments.reserve_many(
  p_at timestamptz,
  p_id uuid[],
  p_project uuid[],
  p_wallet uuid[],
  p_account bigint[],
  p_recipient bigint[],
  p_ln_address text[],
  p_amount bigint[],
  p_fee_limit bigint[],
  p_comment text[],
  p_internal_id text[],
  p_internal_id_is_unique boolean[],
  p_callback_url text[],
  p_transfer uuid[],
  p_scope uuid[],
  p_input bytea[],
  p_wallet_max int,
  p_project_max int,
  p_node_max int,
  p_lease_ms int
) returns table (i int, outcome smallint, payment uuid, available bigint)
language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
  n int := cardinality(p_id);
  lease_until timestamptz := p_at + p_lease_ms * interval '1 millisecond';
  paused boolean;
  claimed smallint[];
  earlier uuid[];
  posted smallint[];
  -- beside the payments: what is answered, and the number of the posting that reserves or pays
  result smallint[];
  known_id uuid[];
  available_to bigint[];
  posting bigint[];
begin
  paused := ledger.lock_book();
  select c.status, c.resource into claimed, earlier from idempotency.claim_many(p_at, p_scope, p_input, p_id) c;

  -- Nothing but new payments to recipients here, as most batches are: the ledger alone decides, about all of them at once.
  if not paused
    and array_position(p_recipient, null) is null
    and not (true = any (p_internal_id_is_unique) or 1 = any (claimed) or 2 = any (claimed))
    and not exists (select from payments.payment q where q.id = any (p_id))
  then
    select l.status, l.no, l.available into posted, posting, available_to
      from ledger.post_many(
             p_at, p_transfer, p_account, p_recipient, p_amount, p_amount, null,
             array_fill('payment'::text, array[n]), p_id) l;
    select array_agg(case u.status when 0 then 1 when 1 then 4 when 2 then 5 when 3 then 8 end)
      into result
      from unnest(posted) u(status);
  else
    select c.result, c.known_id, c.available_to, c.posting into result, known_id, available_to, posting
      from payments.reserve_each(
             p_at, p_id, p_project, p_account, p_recipient, p_ln_address, p_amount, p_fee_limit, p_internal_id,
             p_internal_id_is_unique, p_transfer, p_wallet_max, p_project_max, p_node_max, paused, claimed, earlier) c;
  end if;
  if array_position(result, null) is not null then
    raise exception 'the ledger refused a payment for a reason that is none: %', posted;
  end if;

  -- Elements of arrays by their place: `unnest` of sixteen arrays takes four times as long.
  insert into payments.payment (
    id, project_id, wallet_id, account_no, recipient_no, ln_address, amount_msats, fee_limit_msats, fee_msats,
    comment, internal_id, internal_id_is_unique, callback_url, transfer_id, reserve_no, settle_no,
    previous_state, state, created_at, processed_at, due_at, lease_until, lease_token)
  select p_id[k], p_project[k], p_wallet[k], p_account[k], p_recipient[k], p_ln_address[k], p_amount[k], p_fee_limit[k],
         case when result[k] = 1 then 0 end,
         p_comment[k], p_internal_id[k], p_internal_id_is_unique[k], p_callback_url[k], p_transfer[k], posting[k],
         case when result[k] = 1 then posting[k] end,
         'created', case when result[k] = 1 then 'completed' else 'resolving' end,
         p_at, case when result[k] = 1 then p_at end,
         case when result[k] = 0 then p_at end, case when result[k] = 0 then lease_until end,
         case when result[k] = 0 and lease_until is not null then 1 else 0 end
    from generate_series(1, n) as k
   where posting[k] is not null;

  if 1 < any (result) then
    perform payments.give_back_keys(p_at, p_scope, claimed, result);
  end if;

  return query
    select k, result[k], case when result[k] = 2 then known_id[k] end, available_to[k]
      from generate_series(1, n) as k;
end $$;

-- Reserves request by request: sees replays, twins and pause, and gives out the places of payments over Lightning.
create or replace function payments.reserve_each(
  p_at timestamptz,
  p_id uuid[],
  p_project uuid[],
  p_account bigint[],
  p_recipient bigint[],
  p_ln_address text[],
  p_amount bigint[],
  p_fee_limit bigint[],
  p_internal_id text[],
  p_internal_id_is_unique boolean[],
  p_transfer uuid[],
  p_wallet_max int,
  p_project_max int,
  p_node_max int,
  p_paused boolean,
  p_claimed smallint[],
  p_earlier uuid[],
  out result smallint[],
  out known_id uuid[],
  out available_to bigint[],
  out posting bigint[]
)
language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
  n int := cardinality(p_id);
  reserved bigint := ledger.system('reserved');
  same_as int[];
  transfer uuid[] := p_transfer;
  credit bigint[] := p_recipient;
  total bigint[] := p_amount;
  cause text[] := array_fill('payment'::text, array[n]);
  posted smallint[];
  numbered bigint[];
  free bigint[];
  admitted boolean;
  wallet_open jsonb;
  project_open jsonb;
  node_open int;
  k int;
begin
  posting := array_fill(null::bigint, array[n]);
  available_to := posting;
  select r.result, r.known_id, r.same_as into result, known_id, same_as
    from payments.recognize(
      p_id, p_claimed, p_earlier, p_project, p_internal_id, p_internal_id_is_unique, p_amount, p_ln_address) r;

  if p_paused then
    for k in 1..n loop
      if same_as[k] is null then
        result[k] := coalesce(result[k], 6);
      end if;
    end loop;
  end if;

  if array_position(p_recipient, null) is not null then
    select p.wallets, p.projects, p.node into wallet_open, project_open, node_open
      from payments.count_pending(p_at, p_project) p;
  end if;

  -- Over Lightning the reservation covers the fee limit, and takes one of the open places. A refusal by the ledger gives
  -- its place back, so who waits for one is tried in the next round; there is a second one only in a crowd.
  loop
    admitted := false;
    for k in 1..n loop
      transfer[k] := null;
      if result[k] is not null or same_as[k] is not null then
        continue;
      elsif p_recipient[k] is null then
        credit[k] := reserved;
        total[k] := p_amount[k] + p_fee_limit[k];
        continue when coalesce((wallet_open ->> p_account[k]::text)::int, 0) >= p_wallet_max
          or coalesce((project_open ->> p_project[k]::text)::int, 0) >= p_project_max
          or node_open >= p_node_max;
        select t.wallets, t.projects into wallet_open, project_open
          from payments.take_place(wallet_open, project_open, p_account[k], p_project[k], 1) t;
        node_open := node_open + 1;
      end if;
      transfer[k] := p_transfer[k];
      admitted := true;
    end loop;
    exit when not admitted;

    select l.status, l.no, l.available into posted, numbered, free
      from ledger.post_many(p_at, transfer, p_account, credit, total, p_amount, null, cause, p_id) l;
    for k in 1..n loop
      continue when transfer[k] is null;
      posting[k] := numbered[k];
      available_to[k] := free[k];
      result[k] := case posted[k]
        when 0 then case when p_recipient[k] is null then 0 else 1 end
        when 1 then 4
        when 2 then 5
        when 3 then 8
      end;
      if result[k] is null then
        raise exception 'the ledger refused payment % with status %', p_id[k], posted[k];
      elsif result[k] > 1 and p_recipient[k] is null then
        select t.wallets, t.projects into wallet_open, project_open
          from payments.take_place(wallet_open, project_open, p_account[k], p_project[k], -1) t;
        node_open := node_open - 1;
      end if;
    end loop;
  end loop;

  -- A twin of a payment replays it, a twin of a refused one is refused for the same reason. It stands after its twin.
  for k in 1..n loop
    if same_as[k] is not null then
      result[k] := greatest(result[same_as[k]], 2::smallint);
      known_id[k] := known_id[same_as[k]];
      available_to[k] := available_to[same_as[k]];
    end if;
    result[k] := coalesce(result[k], 7);
  end loop;
end $$;

-- What is known of each request before anything is reserved.
-- result: an outcome of reserve_many that stands already, else null; known_id: the payment it speaks of.
-- same_as: the place of the same request earlier in this batch, whose outcome is this one's too.
create or replace function payments.recognize(
  p_id uuid[],
  p_claimed smallint[],
  p_earlier uuid[],
  p_project uuid[],
  p_internal_id text[],
  p_internal_id_is_unique boolean[],
  p_amount bigint[],
  p_ln_address text[],
  out result smallint[],
  out known_id uuid[],
  out same_as int[]
)
language plpgsql
as $$
declare
  seen record;
  k int;
begin
  result := array_fill(null::smallint, array[cardinality(p_id)]);
  known_id := p_id;
  same_as := array_fill(null::int, array[cardinality(p_id)]);

  -- What this very call has done before its connection broke. A recipient here without an invoice was paid at once.
  for seen in
    select u.i, case when q.recipient_no is not null and q.invoice is null then 1 else 0 end as outcome
      from unnest(p_id) with ordinality u(id, i)
      join payments.payment q on q.id = u.id
  loop
    result[seen.i] := seen.outcome;
  end loop;

  for k in 1..cardinality(p_id) loop
    if result[k] is not null then
      continue;
    elsif p_claimed[k] = 1 then
      same_as[k] := array_position(p_id, p_earlier[k]);
      if same_as[k] is null then
        result[k] := 2;
        known_id[k] := p_earlier[k];
      end if;
    elsif p_claimed[k] = 2 then
      result[k] := 3;
    end if;
  end loop;

  if true = any (p_internal_id_is_unique) then
    for seen in
      select u.i, q.id, case when q.amount_msats = u.amount and q.ln_address = u.ln_address then 2 else 3 end as outcome
        from unnest(p_project, p_internal_id, p_internal_id_is_unique, p_amount, p_ln_address, result, same_as)
             with ordinality u(project, internal_id, is_unique, amount, ln_address, result, same_as, i)
        join payments.payment q
          on q.project_id = u.project
         and q.internal_id = u.internal_id
         and q.internal_id_is_unique
       where u.is_unique
         and u.result is null
         and u.same_as is null
    loop
      result[seen.i] := seen.outcome;
      known_id[seen.i] := seen.id;
    end loop;

    for seen in
      select u.i, u.first, u.is_same
        from (select v.i, first_value(v.i) over twins as first,
                     (v.amount, v.ln_address) = (first_value(v.amount) over twins, first_value(v.ln_address) over twins)
                       as is_same
                from unnest(p_project, p_internal_id, p_internal_id_is_unique, p_amount, p_ln_address, result, same_as)
                     with ordinality v(project, internal_id, is_unique, amount, ln_address, result, same_as, i)
               where v.is_unique
                 and v.result is null
                 and v.same_as is null
              window twins as (partition by v.project, v.internal_id order by v.i)) u
       where u.i > u.first
    loop
      if seen.is_same then
        same_as[seen.i] := seen.first;
      else
        result[seen.i] := 3;
      end if;
    end loop;
  end if;
end $$;

-- Keys of requests that were refused stay free for another try.
create or replace function payments.give_back_keys(
  p_at timestamptz,
  p_scope uuid[],
  p_claimed smallint[],
  p_result smallint[]
) returns void
language plpgsql
as $$
declare
  refused uuid[];
begin
  select array_agg(u.scope) into refused
    from unnest(p_scope, p_claimed, p_result) u(scope, claimed, result)
   where u.scope is not null
     and u.claimed = 0
     and u.result > 1;
  if refused is not null then
    perform idempotency.release_many(p_at, refused);
  end if;
end $$;

-- Takes (or with -1 gives back) one of a wallet's and of a project's open places.
create or replace function payments.take_place(
  p_wallets jsonb,
  p_projects jsonb,
  p_account bigint,
  p_project uuid,
  p_places int,
  out wallets jsonb,
  out projects jsonb
)
language plpgsql
immutable
as $$
begin
  wallets := p_wallets || jsonb_build_object(
    p_account::text, coalesce((p_wallets ->> p_account::text)::int, 0) + p_places);
  projects := p_projects || jsonb_build_object(
    p_project::text, coalesce((p_projects ->> p_project::text)::int, 0) + p_places);
end $$;

-- Open payments of these projects by wallet account and by project, and all that are open. For wallets and projects one
-- that is older than ten minutes counts tenfold: who sends to recipients that hold what they receive uses up everybody's
-- places at the node.
create or replace function payments.count_pending(
  p_at timestamptz,
  p_project uuid[],
  out wallets jsonb,
  out projects jsonb,
  out node int
)
language plpgsql
as $$
begin
  with pending as (
    select q.account_no, q.project_id, count(*) as payments,
           sum(case when q.created_at < p_at - interval '10 minutes' then 10 else 1 end) as places
      from payments.payment q
     where q.state not in ('completed', 'failed')
     group by q.account_no, q.project_id),
  asked as (
    select w.account_no, w.project_id, w.places
      from pending w
     where w.project_id = any (p_project)),
  by_project as (
    select w.project_id, sum(w.places) as places
      from asked w
     group by w.project_id)
  select coalesce((select jsonb_object_agg(w.account_no, w.places) from asked w), '{}'),
         coalesce((select jsonb_object_agg(w.project_id, w.places) from by_project w), '{}'),
         coalesce((select sum(w.payments) from pending w), 0)
    into wallets, projects, node;
end $$;
