-- What is known of each request before anything is reserved.
-- result: an outcome of reserve_many that stands already, else null; known_id: the payment it speaks of.
-- same_as: the position of the same request earlier in this batch, whose outcome is this one's too.
create or replace function payments.recognize(
  p_id uuid[],
  p_transfer uuid[],
  p_claimed text[],
  p_earlier uuid[],
  p_wallet uuid[],
  p_internal_id text[],
  p_internal_id_is_unique boolean[],
  p_amount bigint[],
  p_destination_kind text[],
  p_destination text[],
  out result text[],
  out known_id uuid[],
  out same_as int[]
)
language plpgsql
as $$
declare
  seen record;
  k int;
begin
  result := array_fill(null::text, array[cardinality(p_id)]);
  known_id := p_id;
  same_as := array_fill(null::int, array[cardinality(p_id)]);

  -- What this very call has done before its connection broke. An internal recipient without an invoice was paid
  -- immediately. A slice of ours chooses the id of its payment itself, and may ask again: that is another call, with
  -- another transfer.
  for seen in
    select u.i, case
             when q.transfer_id <> u.transfer then 'replay'
             when q.recipient_no is not null and q.invoice is null then 'completed'
             else 'reserved'
           end as outcome
      from unnest(p_id, p_transfer) with ordinality u(id, transfer, i)
      join payments.payment q on q.id = u.id
  loop
    result[seen.i] := seen.outcome;
  end loop;

  for k in 1..cardinality(p_id) loop
    if result[k] is not null then
      continue;
    elsif p_claimed[k] = 'replay' then
      same_as[k] := array_position(p_id, p_earlier[k]);
      if same_as[k] is null then
        result[k] := 'replay';
        known_id[k] := p_earlier[k];
      end if;
    elsif p_claimed[k] = 'mismatch' then
      result[k] := 'mismatch';
    end if;
  end loop;

  if true = any (p_internal_id_is_unique) then
    for seen in
      select u.i, q.id,
             case
               when (q.amount_msats, q.destination_kind, q.destination) = (u.amount, u.kind, u.destination)
                 then 'replay'
               -- brought back after a restore: whom it paid is not known
               when q.amount_msats = u.amount and q.destination_kind = 'unknown' then 'replay'
               else 'mismatch'
             end as outcome
        from unnest(
               p_wallet, p_internal_id, p_internal_id_is_unique, p_amount, p_destination_kind, p_destination, result,
               same_as)
             with ordinality u(wallet, internal_id, is_unique, amount, kind, destination, result, same_as, i)
       cross join lateral (
               -- the newest: before internal ids were unique there may have been several
               select p.id, p.amount_msats, p.destination_kind, coalesce(p.destination, p.invoice) as destination
                 from payments.payment p
                where p.wallet_id = u.wallet
                  and p.internal_id = u.internal_id
                order by p.id desc
                limit 1
             ) q
       where u.is_unique
         and u.result is null
         and u.same_as is null
    loop
      result[seen.i] := seen.outcome;
      known_id[seen.i] := seen.id;
    end loop;

    for seen in
      select u.i, u.first, u.is_same
        from (select v.i, first_value(v.i) over duplicates as first,
                     (v.amount, v.kind, v.destination)
                       = (first_value(v.amount) over duplicates, first_value(v.kind) over duplicates,
                          first_value(v.destination) over duplicates) as is_same
                from unnest(
                       p_wallet, p_internal_id, p_internal_id_is_unique, p_amount, p_destination_kind, p_destination,
                       result,
                       same_as)
                     with ordinality v(wallet, internal_id, is_unique, amount, kind, destination, result, same_as, i)
               where v.is_unique
                 and v.result is null
                 and v.same_as is null
              window duplicates as (partition by v.wallet, v.internal_id order by v.i)) u
       where u.i > u.first
    loop
      if seen.is_same then
        same_as[seen.i] := seen.first;
      else
        result[seen.i] := 'mismatch';
      end if;
    end loop;

    -- The first of a key may itself be the same as an earlier one by its internal id.
    for k in 1..cardinality(p_id) loop
      same_as[k] := coalesce(same_as[same_as[k]], same_as[k]);
    end loop;
  end if;
end $$;

-- Why a new payment cannot be made, or cannot have a payment hash; null when it can, or has none yet.
create or replace function payments.refusal_of_hash(
  p_at timestamptz,
  p_payment_hash bytea,
  p_expires_at timestamptz,
  p_id uuid
) returns text
language plpgsql
as $$
begin
  return case
    when p_payment_hash is not null then coalesce(
      case when exists (select from payments.given_up g where g.id = p_id) then 'given_up' end,
      'invoice_' || payments.use_of_hash(p_payment_hash, p_id),
      case when p_expires_at <= p_at then 'invoice_expired' end)
  end;
end $$;
