-- Ends payments whose recipient's server gave an invoice of our own: inside the ledger, without a fee.
--
-- outcome: 0 completed, 1 the lease is lost, 2 the charge was paid already, 3 text or amount differ from the charge,
--          4 the charge has expired, 5 another payment of this hash is under way, 6 sending is paused.
create or replace function payments.complete_here_many(
  p_at timestamptz,
  p_id uuid[],
  p_lease_token bigint[],
  p_charge uuid[],
  p_invoice text[],
  p_payment_hash bytea[],
  p_transfer uuid[]
) returns table (i int, outcome smallint)
language plpgsql
as $$
declare
  n int := cardinality(p_id);
  result smallint[] := array_fill(null::smallint, array[n]);
  charge uuid[] := p_charge;
  amount bigint[] := array_fill(null::bigint, array[n]);
  payer bigint[] := array_fill(null::bigint, array[n]);
  rest bigint[] := array_fill(null::bigint, array[n]);
  taken smallint[];
  payee bigint[];
  transfer uuid[] := '{}';
  credit bigint[] := '{}';
  postings bigint[] := '{}';
  cause_id uuid[] := '{}';
  first_posting int[] := array_fill(null::int, array[n]);
  posted smallint[];
  posting bigint[];
  settled_no bigint[] := array_fill(null::bigint, array[n]);
  paused boolean;
  other text;
  p payments.payment;
  k int;
begin
  select b.paused into paused from ledger.lock_book() b;
  for k in 1..n loop
    select q.* into strict p from payments.payment q where q.id = p_id[k] for update;
    other := payments.other_of_hash(p_payment_hash[k], p_id[k]);
    result[k] := case
      -- Repeated after a lost connection: the transfer is there already.
      when p.state = 'completed' and p.invoice = p_invoice[k] then 0
      when p.state <> 'resolving' or p.lease_token <> p_lease_token[k] or array_position(p_id, p_id[k]) < k then 1
      when paused then 6
      when other = 'open' then 5
      when other = 'ended' then 2
    end;
    if result[k] is not null then
      charge[k] := null;
    else
      payer[k] := p.account_no;
      amount[k] := p.amount_msats;
      rest[k] := p.fee_limit_msats;
    end if;
  end loop;

  select t.status, t.account into taken, payee
    from receiving.take_here_many(p_at, charge, p_invoice, amount, p_id, p_transfer) t;

  for k in 1..n loop
    if result[k] is null then
      result[k] := case taken[k] when 0 then 0 when 1 then 2 when 2 then 3 else 4 end;
      if result[k] = 0 then
        first_posting[k] := cardinality(transfer) + 1;
        transfer := transfer || array[p_transfer[k], p_transfer[k]];
        credit := credit || array[payee[k], payer[k]];
        postings := postings || array[amount[k], nullif(rest[k], 0)];
        cause_id := cause_id || array[p_id[k], p_id[k]];
      end if;
    end if;
  end loop;

  select l.status, l.no into posted, posting
    from ledger.post_many(
      p_at, transfer, array_fill(ledger.system('reserved'), array[cardinality(transfer)]), credit, postings,
      null, null, array_fill('payment_end'::text, array[cardinality(transfer)]), cause_id) l;
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
         state = 'completed',
         version = q.version + 1,
         status_detail = null,
         recipient_no = u.payee,
         invoice = u.invoice,
         payment_hash = u.payment_hash,
         fee_msats = 0,
         settle_no = u.settle_no,
         processed_at = p_at,
         due_at = null,
         lease_until = null
    from unnest(p_id, payee, p_invoice, p_payment_hash, settled_no)
         as u(id, payee, invoice, payment_hash, settle_no)
   where q.id = u.id
     and u.settle_no is not null;

  return query
    select u.i::int, u.result
      from unnest(result) with ordinality u(result, i);
end $$;
