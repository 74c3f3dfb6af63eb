-- Completes payments whose recipient's server gave an invoice of our own: inside the ledger, without a fee. The payment
-- holds the hash already. The events' ids: of the payment, of what the payee received, and of the payee's charge.
--
-- outcome: completed, lease_lost (or the state moved on), charge_paid (before), charge_differs (in text or amount),
--          charge_expired, over_maximum (the payee's wallet may not hold this much more), paused, on_hold.
create or replace function payments.complete_internal_many(
  p_at timestamptz,
  p_id uuid[],
  p_lease_token bigint[],
  p_charge uuid[],
  p_transfer uuid[],
  p_event uuid[],
  p_receipt_event uuid[],
  p_charge_event uuid[]
) returns table (i int, outcome text)
language plpgsql
as $$
declare
  n int := cardinality(p_id);
  result text[] := array_fill(null::text, array[n]);
  charge uuid[] := p_charge;
  invoice text[] := array_fill(null::text, array[n]);
  amount bigint[] := array_fill(null::bigint, array[n]);
  payer bigint[] := array_fill(null::bigint, array[n]);
  rest bigint[] := array_fill(null::bigint, array[n]);
  owner uuid[] := '{}';
  callback_url text[] := '{}';
  taken text[];
  payee bigint[];
  posting bigint[];
  paused boolean;
  p payments.payment;
  k int;
begin
  select b.paused into paused from ledger.lock_open_book() b;
  for k in 1..n loop
    select q.* into strict p from payments.payment q where q.id = p_id[k] for update;
    result[k] := case
      -- Repeated after a lost connection: the transfer is there already.
      when p.state = 'completed' and p.lease_token = p_lease_token[k] then 'completed'
      when p.state <> 'ready' or p.lease_token <> p_lease_token[k] or array_position(p_id, p_id[k]) < k
        then 'lease_lost'
      when paused then 'paused'
      when p.on_hold_for is not null then 'on_hold'
    end;
    if result[k] is not null then
      charge[k] := null;
    else
      payer[k] := p.account_no;
      invoice[k] := p.invoice;
      amount[k] := p.amount_msats;
      rest[k] := nullif(p.fee_limit_msats, 0);
      owner := owner || p.owner_id;
      callback_url := callback_url || p.callback_url;
    end if;
  end loop;

  select t.outcome, t.account into taken, payee
    from receiving.take_internal_many(p_at, charge, invoice, amount, p_id, p_transfer, p_receipt_event,
                                      p_charge_event) t;

  -- Two postings for each that is taken: the amount to the payee, the fee limit back to the payer.
  select ledger.post_all(
           p_at, array_agg(case when taken[u.pos] = 'taken' then p_transfer[u.pos] end order by u.pos, u.leg),
           array_agg(ledger.system('reserved')),
           array_agg(case u.leg when 1 then payee[u.pos] else payer[u.pos] end order by u.pos, u.leg),
           array_agg(case u.leg when 1 then amount[u.pos] else rest[u.pos] end order by u.pos, u.leg), null, null,
           array_agg('payment_finished'::text), array_agg(p_id[u.pos] order by u.pos, u.leg))
    into posting
    from (select pos, leg from generate_series(1, n) as pos cross join generate_series(1, 2) as leg) u;

  -- What was to leave has stayed.
  perform ledger.give_back_sent(array_agg(q.counted_hour), array_agg(q.amount_msats))
     from generate_series(1, n) as pos
     join payments.payment q
       on q.id = p_id[pos]
    where taken[pos] = 'taken'
   having bool_or(q.counted_hour is not null);

  update payments.payment q
     set previous_state = q.state,
         state = 'completed',
         counted_hour = null,
         version = q.version + 1,
         status_detail = null,
         recipient_no = payee[pos],
         fee_msats = 0,
         finish_no = posting[2 * pos - 1],
         processed_at = p_at,
         due_at = null,
         lease_until = null
    from generate_series(1, n) as pos
   where q.id = p_id[pos]
     and taken[pos] = 'taken';

  if events.is_received(p_at, owner, callback_url) then
    perform payments.append_finished(
              p_at, array_agg(case when taken[pos] = 'taken' then p_id[pos] end order by pos), p_event)
       from generate_series(1, n) as pos;
  end if;

  return query
    select pos, coalesce(result[pos], case taken[pos]
             when 'taken' then 'completed'
             when 'completed' then 'charge_paid'
             when 'differs' then 'charge_differs'
             when 'expired' then 'charge_expired'
             when 'over_maximum' then 'over_maximum'
           end)
      from generate_series(1, n) as pos;
end $$;
