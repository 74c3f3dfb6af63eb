-- Ends payments on proof: posts amount and fee or gives the reservation back, writes the final state and what an operator
-- has to look at. A success is true whoever brings it. A failure is true of the attempt it speaks of and no other.
--
-- outcome: 0 ended, 1 had this end already, 2 the state moved on (a failure of an earlier attempt), 3 the preimage does
--          not match the hash, 4 settled at the node after it had been proved failed: booked as a loss, hash frozen,
--          5 proved failed after it had settled: nothing done.
create or replace function payments.settle_many(
  p_at timestamptz,
  p_id uuid[],
  p_state text[],
  p_attempt int[],
  p_preimage bytea[],
  p_fee bigint[],
  p_failure_code text[],
  p_failure_detail text[],
  p_watch_until timestamptz[],
  p_transfer uuid[]
) returns table (i int, outcome smallint)
language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
  n int := cardinality(p_id);
  result smallint[] := array_fill(null::smallint, array[n]);
  transfer uuid[] := '{}';
  debit bigint[] := '{}';
  credit bigint[] := '{}';
  amount bigint[] := '{}';
  spend bigint[] := '{}';
  spend_at timestamptz[] := '{}';
  cause text[] := '{}';
  cause_id uuid[] := '{}';
  first_posting int[] := array_fill(null::int, array[n]);
  posted smallint[];
  posting bigint[];
  settled_no bigint[] := array_fill(null::bigint, array[n]);
  incident text[] := array_fill(null::text, array[n]);
  detail text[] := array_fill(null::text, array[n]);
  seen record;
  p payments.payment;
  legs bigint[][];
  leg bigint[];
  k int;
begin
  perform ledger.lock_book();
  for k in 1..n loop
    select q.* into strict p from payments.payment q where q.id = p_id[k] for update;
    result[k] := payments.judge_end(p, p_state[k], p_attempt[k], p_preimage[k]);
    -- What the earlier one leaves decides about the later one: the queue halves the batch until they are apart.
    if array_position(p_id, p_id[k]) < k then
      raise exception 'payment % ends twice in one batch', p_id[k];
    end if;
    seen := payments.incident_of_end(p, result[k], p_state[k], p_fee[k]);
    incident[k] := seen.kind;
    detail[k] := seen.detail;
    if result[k] in (0, 4) then
      first_posting[k] := cardinality(transfer) + 1;
      legs := payments.ending_legs(p, p_state[k], p_fee[k]);
      foreach leg slice 1 in array legs loop
        if leg[3] > 0 then
          transfer := transfer || p_transfer[k];
          debit := debit || leg[1];
          credit := credit || leg[2];
          amount := amount || leg[3];
          spend := spend || leg[4];
          spend_at := spend_at || p.created_at;
          cause := cause || case when result[k] = 4 then 'late_settlement' else 'payment_end' end;
          cause_id := cause_id || p.id;
        end if;
      end loop;
    end if;
  end loop;

  select l.status, l.no into posted, posting
    from ledger.post_many(p_at, transfer, debit, credit, amount, spend, spend_at, cause, cause_id) l;
  for k in 1..n loop
    if first_posting[k] is not null then
      if posted[first_posting[k]] <> 0 then
        raise exception 'ledger refused the end of payment % with status %', p_id[k], posted[first_posting[k]];
      end if;
      settled_no[k] := posting[first_posting[k]];
    end if;
  end loop;

  update payments.payment q
     set previous_state = q.state,
         state = u.state,
         version = q.version + 1,
         fee_msats = case when u.state = 'completed' then u.fee end,
         preimage = u.preimage,
         failure_code = u.failure_code,
         failure_detail = u.failure_detail,
         status_detail = null,
         settle_no = u.settle_no,
         processed_at = p_at,
         watch_until = u.watch_until,
         watch_due_at = case when u.watch_until is not null then p_at end,
         due_at = null,
         lease_until = null
    from unnest(p_id, p_state, p_fee, p_preimage, p_failure_code, p_failure_detail, p_watch_until, settled_no, result)
         as u(id, state, fee, preimage, failure_code, failure_detail, watch_until, settle_no, result)
   where q.id = u.id
     and u.result = 0;

  update payments.payment q
     set hash_is_frozen = true,
         watch_until = null,
         watch_due_at = null,
         version = q.version + 1
    from unnest(p_id, result) as u(id, result)
   where q.id = u.id
     and u.result = 4;

  insert into payments.incident (id, payment_id, kind, detail, created_at)
  select u.id, u.payment, u.kind, u.detail, p_at
    from unnest(p_transfer, p_id, incident, detail) as u(id, payment, kind, detail)
   where u.kind is not null
     and not exists (
           select from payments.incident t
            where t.payment_id = u.payment
              and t.kind = u.kind);

  return query
    select u.i::int, u.result
      from unnest(result) with ordinality u(result, i);
end $$;

-- What an end that somebody claims means for the payment as it stands; see the outcomes of settle_many.
create or replace function payments.judge_end(
  p payments.payment,
  p_state text,
  p_attempt int,
  p_preimage bytea
) returns smallint
language plpgsql
as $$
begin
  if p_state = 'completed' then
    return case
      when sha256(p_preimage) <> p.payment_hash then 3
      when p.state = 'completed' or p.hash_is_frozen then 1
      when p.state <> 'failed' then 0
      -- The invoice was given to another payment since, and this is the success of that one.
      when payments.other_of_hash(p.payment_hash, p.id) is not null then 1
      else 4
    end;
  end if;
  return case
    -- Before the first attempt the node has said nothing: this is the word of a driver that lost its lease.
    when p.state = 'completed' then case p_attempt when 0 then 2 else 5 end
    when p.state = 'failed' then 1
    when p.attempt <> p_attempt then 2
    else 0
  end;
end $$;

-- What an operator has to look at after such an end, if anything.
create or replace function payments.incident_of_end(
  p payments.payment,
  p_outcome smallint,
  p_state text,
  p_fee bigint,
  out kind text,
  out detail text
)
language plpgsql
immutable
as $$
begin
  if p_outcome = 0 and p_state = 'completed' and p_fee > p.fee_limit_msats then
    kind := 'fee_above_limit';
    detail := format('the route took %s msats, reserved were %s', p_fee, p.fee_limit_msats);
  elsif p_outcome = 3 then
    kind := 'wrong_preimage';
    detail := 'the node calls it settled with a preimage that does not match the hash';
  elsif p_outcome = 4 then
    kind := 'late_success';
    detail := 'settled at the node after proof of failure; booked as a loss, the hash is frozen';
  elsif p_outcome = 5 then
    kind := 'late_failure';
    detail := 'the node calls it failed after it had settled; nothing was changed';
  end if;
end $$;

-- The postings of an end, each {debit, credit, amount, what counts on the spending limit}.
create or replace function payments.ending_legs(
  p payments.payment,
  p_state text,
  p_fee bigint
) returns bigint[]
language plpgsql
stable
as $$
declare
  reserved bigint := ledger.system('reserved');
  node bigint := ledger.system('lightning_node');
  expense bigint := ledger.system('routing_expense');
begin
  if p_state = 'failed' then
    return array[[reserved, p.account_no, p.amount_msats + p.fee_limit_msats, -p.amount_msats]];
  end if;
  if p.state = 'failed' then
    -- The reservation went back long ago: the operator bears it.
    return array[
      [ledger.system('loss'), node, p.amount_msats, 0],
      [ledger.system('loss'), expense, p_fee, 0]];
  end if;
  return array[
    [reserved, node, p.amount_msats, 0],
    [reserved, expense, least(p_fee, p.fee_limit_msats), 0],
    [reserved, p.account_no, greatest(p.fee_limit_msats - p_fee, 0), 0],
    -- A fee above the reservation is never taken from the wallet.
    [ledger.system('incident'), expense, greatest(p_fee - p.fee_limit_msats, 0), 0]];
end $$;
