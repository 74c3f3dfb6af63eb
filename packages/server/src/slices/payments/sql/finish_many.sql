-- Finishes payments on proof: posts amount and fee or voids the reservation, writes the final state and what an
-- operator has to look at. A success is true from any source. A failure is true of the attempt it speaks of and no
-- other.
--
-- outcome: finished, same_outcome (it had this one already), stale (a failure of an earlier attempt), wrong_preimage,
--          late_success (settled at the node after it had been proved failed: booked as a loss, hash frozen); while the
--          ledger is closed, and while an operator decides what the node's payment was, such a success is stale,
--          late_failure (proved failed after it had settled: nothing done).
--
-- p_foreign_hash: the hash under which the node paid this payment before the database was restored. The payment gets
-- it, and the foreign payment is explained by it.
-- p_event: the id of the event that says so, when it is finished.
create or replace function payments.finish_many(
  p_at timestamptz,
  p_id uuid[],
  p_state text[],
  p_attempt int[],
  p_preimage bytea[],
  p_fee bigint[],
  p_failure_code text[],
  p_failure_detail text[],
  p_watch_until timestamptz[],
  p_foreign_hash bytea[],
  p_transfer uuid[],
  p_event uuid[]
) returns table (i int, outcome text)
language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
  n int := cardinality(p_id);
  result text[] := array_fill(null::text, array[n]);
  transfer uuid[] := '{}';
  debit bigint[] := '{}';
  credit bigint[] := '{}';
  amount bigint[] := '{}';
  spend bigint[] := '{}';
  spend_at timestamptz[] := '{}';
  cause text[] := '{}';
  cause_id uuid[] := '{}';
  first_leg int[] := array_fill(null::int, array[n]);
  posting bigint[];
  incident text[] := array_fill(null::text, array[n]);
  detail text[] := array_fill(null::text, array[n]);
  owner uuid[] := '{}';
  callback_url text[] := '{}';
  -- of failed payments: what the budgets of their keys get back
  key uuid[] := '{}';
  key_hour int[] := '{}';
  given_back bigint[] := '{}';
  -- and what the limits of the service get back
  counted_hour int[] := '{}';
  not_sent bigint[] := '{}';
  -- of completed payments: who earns slots by them
  funder uuid[] := '{}';
  node_now smallint;
  seen record;
  p payments.payment;
  legs bigint[][];
  leg bigint[];
  k int;
begin
  perform ledger.lock_book();
  node_now := lightning.current_node(); -- a replacement has the same lock
  for k in 1..n loop
    select q.* into strict p from payments.payment q where q.id = p_id[k] for update;
    p.payment_hash := coalesce(p_foreign_hash[k], p.payment_hash);
    result[k] := payments.judge_outcome(p, p_state[k], p_attempt[k], p_preimage[k]);
    -- What the earlier one leaves decides about the later one: the queue halves the batch until they are apart.
    if array_position(p_id, p_id[k]) < k then
      raise exception 'payment % finishes twice in one batch', p_id[k];
    end if;
    seen := payments.incident_of_outcome(p, result[k], p_state[k], p_fee[k]);
    incident[k] := seen.kind;
    detail[k] := seen.detail;
    if result[k] = 'finished' then
      owner := owner || p.owner_id;
      callback_url := callback_url || p.callback_url;
      if p_state[k] = 'failed' and p.counted_hour is not null then
        counted_hour := counted_hour || p.counted_hour;
        not_sent := not_sent || p.amount_msats;
      end if;
      if p_state[k] = 'failed' and p.key_id is not null then
        key := key || p.key_id;
        key_hour := key_hour || p.key_hour;
        given_back := given_back || p.amount_msats;
      elsif p_state[k] = 'completed' then
        funder := funder || p.funder_id;
      end if;
    end if;
    if result[k] = 'finished' and p_state[k] = 'completed' and p.node_replaced_at is not null then
      perform lightning.lower_limbo(p.node_no, p.amount_msats + p_fee[k]);
    end if;
    if result[k] in ('finished', 'late_success') then
      first_leg[k] := cardinality(transfer) + 1;
      legs := payments.legs_of_outcome(p, p_state[k], p_fee[k]);
      foreach leg slice 1 in array legs loop
        if leg[3] > 0 then
          transfer := transfer || p_transfer[k];
          debit := debit || leg[1];
          credit := credit || leg[2];
          amount := amount || leg[3];
          spend := spend || leg[4];
          spend_at := spend_at || p.created_at; -- when it was counted
          cause := cause || case result[k] when 'late_success' then 'late_settlement' else 'payment_finished' end;
          cause_id := cause_id || p.id;
        end if;
      end loop;
    end if;
  end loop;

  posting := ledger.post_all(p_at, transfer, debit, credit, amount, spend, spend_at, cause, cause_id);
  perform projects.give_back_spending(key, key_hour, given_back);
  if counted_hour <> '{}' then
    perform ledger.give_back_sent(counted_hour, not_sent);
  end if;
  perform payments.count_completed(p_at, funder);

  update payments.payment q
     set previous_state = q.state,
         state = p_state[pos],
         version = q.version + 1,
         fee_msats = case when p_state[pos] = 'completed' then p_fee[pos] end,
         preimage = p_preimage[pos],
         payment_hash = coalesce(p_foreign_hash[pos], q.payment_hash),
         failure_code = p_failure_code[pos],
         failure_detail = p_failure_detail[pos],
         status_detail = null,
         on_hold_for = null,
         counted_hour = case when p_state[pos] = 'completed' then q.counted_hour end,
         finish_no = posting[first_leg[pos]],
         processed_at = p_at,
         node_no = case when p_state[pos] = 'completed' then coalesce(q.node_no, node_now) else q.node_no end,
         watch_until = case when q.node_replaced_at is null then p_watch_until[pos] end,
         watch_due_at = case when q.node_replaced_at is null and p_watch_until[pos] is not null then p_at end,
         due_at = null,
         lease_until = null
    from generate_series(1, n) as pos
   where q.id = p_id[pos]
     and result[pos] = 'finished';

  update payments.payment q
     set hash_is_frozen = true,
         watch_until = null,
         watch_due_at = null,
         version = q.version + 1
    from generate_series(1, n) as pos
   where q.id = p_id[pos]
     and result[pos] = 'late_success';

  if events.is_received(p_at, owner, callback_url) then
    perform payments.append_finished(
              p_at, array_agg(case when result[pos] = 'finished' then p_id[pos] end order by pos), p_event)
       from generate_series(1, n) as pos;
  end if;

  perform lightning.explain_foreign(p_at, p_foreign_hash[pos], p_transfer[pos], format('it was payment %s', p_id[pos]))
     from generate_series(1, n) as pos
    where p_foreign_hash[pos] is not null
      and result[pos] = 'finished';
  perform lightning.explain_known(
            p_at, array_agg(q.payment_hash), array_agg(p_transfer[pos]), array_agg(format('it was payment %s', q.id)))
     from generate_series(1, n) as pos
     join payments.payment q
       on q.id = p_id[pos]
    where result[pos] = 'finished'
      and p_state[pos] = 'completed'
      and p_foreign_hash[pos] is null
      and q.node_replaced_at is null;

  perform incidents.record_many(p_at, p_transfer, 'payment', p_id::text[], incident, detail);

  return query
    select pos, result[pos]
      from generate_series(1, n) as pos;
end $$;

-- What a reported outcome means for the payment as it stands; see the outcomes of finish_many.
create or replace function payments.judge_outcome(
  p payments.payment,
  p_state text,
  p_attempt int,
  p_preimage bytea
) returns text
language plpgsql
as $$
begin
  if p_state = 'completed' then
    return case
      when sha256(p_preimage) <> p.payment_hash then 'wrong_preimage'
      when p.state = 'completed' or p.hash_is_frozen then 'same_outcome'
      when p.state <> 'failed' then 'finished'
      -- The invoice was given to another payment since, and this is the success of that one.
      when payments.claim_of_hash(p.payment_hash, p.id) is not null then 'same_outcome'
      -- After a restore it may be the success of a payment that this database has lost.
      when ledger.closed_for() is not null or lightning.is_undecided(p.payment_hash) then 'stale'
      when lightning.is_foreign(p.payment_hash) then 'same_outcome' -- booked as what the operator has decided
      else 'late_success'
    end;
  end if;
  return case
    -- Before the first attempt the node has said nothing: this comes from a driver that lost its lease.
    when p.state = 'completed' then case p_attempt when 0 then 'stale' else 'late_failure' end
    when p.state = 'failed' then 'same_outcome'
    when p.attempt <> p_attempt then 'stale'
    else 'finished'
  end;
end $$;

-- What an operator has to look at after such an outcome, if anything.
create or replace function payments.incident_of_outcome(
  p payments.payment,
  p_outcome text,
  p_state text,
  p_fee bigint,
  out kind text,
  out detail text
)
language plpgsql
immutable
as $$
begin
  if p_outcome = 'finished' and p_state = 'completed' and p_fee > p.fee_limit_msats then
    kind := 'fee_above_limit';
    detail := format('the route took %s msats, reserved were %s', p_fee, p.fee_limit_msats);
  elsif p_outcome = 'wrong_preimage' then
    kind := p_outcome;
    detail := 'the node calls it settled with a preimage that does not match the hash';
  elsif p_outcome = 'late_success' then
    kind := p_outcome;
    detail := 'settled at the node after proof of failure; booked as a loss, the hash is frozen';
  elsif p_outcome = 'late_failure' then
    kind := p_outcome;
    detail := 'the node calls it failed after it was completed here; nothing was changed';
  end if;
end $$;

-- The postings of an outcome, each {debit, credit, amount, what counts on the spending limit}. What was paid at a node
-- that was replaced had left what is in limbo there.
create or replace function payments.legs_of_outcome(
  p payments.payment,
  p_state text,
  p_fee bigint
) returns bigint[]
language plpgsql
stable
as $$
declare
  reserved bigint := ledger.system('reserved');
  is_former constant boolean := p.node_replaced_at is not null;
  node bigint := ledger.system(case when is_former then 'former_node' else 'lightning_node' end);
  expense bigint := ledger.system(case when is_former then 'former_node' else 'routing_expense' end);
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
