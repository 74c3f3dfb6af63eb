-- Issues vouchers and withdrawal requests: claims the idempotency key, moves the value of vouchers out of the issuer's
-- wallet and writes them. All that one request asks for is issued, or nothing of it. A withdrawal request moves nothing
-- before it is claimed.
--
-- p_batch: the request's own id. p_items: a JSON array of {id, code, token_hash, token, recipient_hash, amount,
-- description, internal_id, callback_url, request_id, expires_at}; hashes are hexadecimal digits.
--
-- Repeated after a lost connection, with the same ids, it answers `issued` and does nothing.
--
-- p_key: the project key that asks; null where it has no policy, and null altogether when none has one. Its cap bounds
-- each item, its budget all of them, and a key with a list of destinations issues none: who will take them is not
-- known.
--
-- outcome: issued, replay (batch = the one made before), mismatch, code_taken (one of the codes belongs to another
--          voucher), paused, insufficient_funds (available = what the wallet can give), limit_exceeded (available =
--          what its limits leave), over_key_cap (available = the place of the first item over it, from 1),
--          destination_not_allowed, over_key_budget (available = what the budget leaves).
create or replace function vouchers.issue_many(
  p_at timestamptz,
  p_batch uuid[],
  p_kind text[],
  p_wallet uuid[],
  p_owner uuid[],
  p_account bigint[],
  p_transfer uuid[],
  p_items text[],
  p_scope uuid[],
  p_input bytea[],
  p_key uuid[]
) returns table (i int, outcome text, batch uuid, available bigint)
language plpgsql
as $$
declare
  n constant int := cardinality(p_batch);
  paused boolean;
  claimed text[];
  earlier uuid[];
  result text[] := array_fill(null::text, array[n]);
  k int;
  first int;
begin
  paused := ledger.lock_open_book();
  select c.outcome, c.resource into claimed, earlier
    from idempotency.claim_keys(p_at, p_scope, p_input, p_batch) c;

  for k in 1..n loop
    i := k;
    batch := p_batch[k];
    available := null;
    if exists (select from vouchers.voucher v where v.batch_id = p_batch[k]) then
      outcome := 'issued';
    elsif claimed[k] = 'mismatch' then
      outcome := 'mismatch';
    elsif claimed[k] = 'replay' then
      -- The same request earlier in this call may have been refused: then this one is refused for the same reason.
      first := array_position(p_batch, earlier[k]);
      outcome := case when result[first] in ('issued', 'replay') or first is null then 'replay' else result[first] end;
      batch := earlier[k];
    elsif paused and p_kind[k] = 'voucher' then
      outcome := 'paused';
    else
      select r.outcome, r.available into outcome, available
        from vouchers.issue(
               p_at, p_batch[k], p_kind[k], p_wallet[k], p_owner[k], p_account[k], p_transfer[k], p_items[k]::jsonb,
               p_key[k], 0) r;
    end if;
    result[k] := outcome;
    return next;
  end loop;

  perform idempotency.release_refused(p_at, p_scope, claimed, result, array['issued']);
end $$;

-- Issues what one request asks for, as one transfer. p_fee: ours, on top of what the first one is worth.
create or replace function vouchers.issue(
  p_at timestamptz,
  p_batch uuid,
  p_kind text,
  p_wallet uuid,
  p_owner uuid,
  p_account bigint,
  p_transfer uuid,
  p_items jsonb,
  p_key uuid,
  p_fee bigint,
  out outcome text,
  out available bigint
)
language plpgsql
as $$
declare
  ids uuid[];
  amounts bigint[];
  codes text[];
  posted text[];
  left_over bigint[];
  key_hour int;
  n int;
begin
  select array_agg((e.item ->> 'id')::uuid order by e.i), array_agg((e.item ->> 'amount')::bigint order by e.i),
         array_agg(e.item ->> 'code' order by e.i)
    into ids, amounts, codes
    from jsonb_array_elements(p_items) with ordinality as e(item, i);

  if p_key is not null then
    select c.refused, c.available, c.hour into outcome, available, key_hour
      from vouchers.check_key(p_at, p_key, amounts) c;
    if outcome is not null then
      return;
    end if;
  end if;

  if p_kind = 'voucher' then
    if (select count(distinct c.code) from unnest(codes) as c(code)) < cardinality(codes)
      or exists (
        select from vouchers.voucher v
         where v.code = any (codes)
           and v.state in ('open', 'claiming'))
    then
      outcome := 'code_taken';
      return;
    end if;

    n := cardinality(ids);
    select l.outcome, l.available into posted, left_over
      from ledger.post_many(
             p_at,
             array_fill(p_transfer, array[n + 1]),
             array_fill(p_account, array[n + 1]),
             array_fill(ledger.system('vouchers_outstanding'), array[n]) || ledger.system('fee_income_email'),
             amounts || nullif(p_fee, 0),
             amounts || 0::bigint,
             null,
             array_fill('voucher'::text, array[n]) || 'voucher_fee'::text,
             ids || ids[1]) l;
    if posted[1] <> 'posted' then
      outcome := posted[1];
      -- what the wallet holds, and not what an earlier posting of the transfer left of it
      available := case outcome when 'insufficient_funds' then ledger.spendable(p_account) else left_over[1] end;
      return;
    end if;
  end if;

  insert into vouchers.voucher (
    id, kind, batch_id, wallet_id, owner_id, account_no, code, token_hash, token, recipient_hash, amount_msats,
    our_fee_msats,
    description, internal_id, callback_url, request_id, create_transfer_id, key_id, key_hour, created_at, expires_at,
    state, due_at)
  select u.id, p_kind, p_batch, p_wallet, p_owner, p_account, u.code, decode(u.token_hash, 'hex'), u.token,
         decode(u.recipient_hash, 'hex'), u.amount, p_fee, u.description, u.internal_id, u.callback_url,
         u.request_id, case p_kind when 'voucher' then p_transfer end, case when key_hour is not null then p_key end,
         key_hour, p_at, u.expires_at, 'open', u.expires_at
    from jsonb_to_recordset(p_items) as u(
           id uuid, code text, token_hash text, token text, recipient_hash text, amount bigint, description text,
           internal_id text,
           callback_url text, request_id text, expires_at timestamptz);
  if key_hour is not null then
    perform projects.count_spending(p_at, array_fill(p_key, array[cardinality(ids)]), amounts,
                                    array_fill(1::bigint, array[cardinality(ids)]));
  end if;
  outcome := 'issued';
end $$;

-- What the policy of a key says about vouchers of these amounts, which are issued together. refused: null,
-- over_key_cap, destination_not_allowed, over_key_budget. available: of a budget what it leaves, of a cap the place of
-- the first amount over it, from 1.
-- hour: in which they will count; null: no policy.
create or replace function vouchers.check_key(
  p_at timestamptz,
  p_key uuid,
  p_amount bigint[],
  out refused text,
  out available bigint,
  out hour int
)
language plpgsql
as $$
declare
  n constant int := cardinality(p_amount);
  refusals text[];
  headroom bigint;
begin
  select c.refused, c.headroom[1], c.hour[1] into refusals, headroom, hour
    from projects.check_keys(
           p_at, array_fill(p_key, array[n]), p_amount, array_fill(null::text, array[n]),
           array_fill(null::bigint, array[n])) c;
  refused := coalesce(
    (array_remove(refusals, null))[1],
    case when (select sum(u.amount) from unnest(p_amount) as u(amount)) > headroom then 'over_key_budget' end);
  available := case refused
    when 'over_key_budget' then greatest(headroom, 0)
    when 'over_key_cap' then array_position(refusals, refused)
  end;
end $$;
