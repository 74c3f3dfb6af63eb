-- Accepts payments: claims the idempotency key, checks pause and pending limits, moves amount and fee limit out of the
-- payer's account, writes the payment. An internal recipient is paid immediately; p_event is the id of the event that
-- says so to the payer, p_receipt_event of the one that says so to the recipient's owner (p_recipient_owner). Null for
-- all others. A callbackUrl is called p_callback_delay_ms after this, unless payments.release_callbacks lets it be
-- called before.
--
-- p_destination: the address, the invoice, the wallet's id, the node's key, or the user's id and gamertag, by
-- p_destination_kind.
-- p_bound: what a payment of an invoice or to a node begins with, as JSON: invoice, payment_hash (hexadecimal digits),
-- expires_at, payee (the key of its node), is_own, keysend. It begins in state `ready`. Null for all others: one array
-- of nulls costs them less than six.
-- p_funder: whose share of the node's slots the payment takes, where no wallet pays; null then: the operator's. p_host:
-- the server of the recipient's address. p_pay_anyway: the hash of a payment of the node that the payer does not take
-- for this one. Each is null altogether when no payment of the batch has one.
--
-- Repeated after a lost connection, with the same ids, it answers what it answered the first time and does nothing.
--
-- outcome: reserved, completed (internal), replay (payment = the one made before), mismatch (key or internal id used
--          with other input), insufficient_funds (available = what the payer can give), limit_exceeded (available =
--          what the spending limits leave), paused, full_wallet, full_owner, full_share, full_recipient and full_node
--          (payments.find_full: which limit of pending payments), over_max_balance (of the recipient),
--          invoice_expired, invoice_in_use (another payment of this hash is pending), invoice_already_paid (by a
--          payment of ours, or by the node without us), maybe_paid (by the node without us, before a restore:
--          payments.maybe_paid), given_up (payments.give_up came first); and what the policy of
--          the key refuses: over_key_cap, destination_not_allowed, over_key_budget (available = what the budget
--          leaves).
--
-- p_key has null where the key has no policy, and is null when no payment of the batch has a key with one: then no
-- policy is looked up. p_key_destination: as what policies name the recipient (projects.check_keys).
create or replace function payments.reserve_many(
  p_at timestamptz,
  p_id uuid[],
  p_wallet uuid[],
  p_owner uuid[],
  p_account bigint[],
  p_recipient bigint[],
  p_recipient_owner uuid[],
  p_origin_kind text[],
  p_origin uuid[],
  p_destination_kind text[],
  p_destination text[],
  p_bound text[],
  p_amount bigint[],
  p_fee_limit bigint[],
  p_comment text[],
  p_internal_id text[],
  p_internal_id_is_unique boolean[],
  p_callback_url text[],
  p_callback_delay_ms int[],
  p_transfer uuid[],
  p_event uuid[],
  p_receipt_event uuid[],
  p_scope uuid[],
  p_input bytea[],
  p_key uuid[],
  p_key_destination text[],
  p_funder uuid[],
  p_host text[],
  p_pay_anyway bytea[],
  p_wallet_max int,
  p_owner_max int,
  p_node_max int,
  p_lease_ms int
) returns table (i int, outcome text, payment uuid, available bigint)
language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
  n int := cardinality(p_id);
  lease_until timestamptz := p_at + p_lease_ms * interval '1 millisecond';
  paused boolean;
  claimed text[];
  earlier uuid[];
  posted text[];
  -- what is in p_bound; null when nothing is
  invoice text[];
  payment_hash bytea[];
  expires_at timestamptz[];
  payee text[];
  is_own boolean[];
  keysend jsonb[];
  -- beside the payments: what is answered, and the number of the posting that reserves or pays
  result text[];
  known_id uuid[];
  available_to bigint[];
  posting bigint[];
  -- what the policies of keys say: null when no payment has a key with one
  refused text[];
  headroom bigint[];
  key_hour int[];
  fits boolean;
  -- of those over Lightning: on whom they count
  funder uuid[];
begin
  paused := ledger.lock_open_book();
  select c.outcome, c.resource into claimed, earlier from idempotency.claim_keys(p_at, p_scope, p_input, p_id) c;
  if p_key is not null then
    select c.refused, c.headroom, c.hour, c.fits into refused, headroom, key_hour, fits
      from projects.check_keys(p_at, p_key, p_amount, p_key_destination, p_recipient) c;
  end if;

  -- Nothing but new payments to internal recipients, as most batches are: the ledger alone decides, about all of them
  -- in one call.
  if not paused
    and array_position(p_recipient, null) is null
    and not (true = any (p_internal_id_is_unique) or 'replay' = any (claimed) or 'mismatch' = any (claimed))
    and not exists (select from payments.payment q where q.id = any (p_id))
  then
    if fits is not false then
      select l.outcome, l.no, l.available into posted, posting, available_to
        from ledger.post_many(
               p_at, p_transfer, p_account, p_recipient, p_amount, p_amount, null,
               array_fill('payment'::text, array[n]), p_id) l;
    else
      select l.outcome, l.no, l.available into posted, posting, available_to
        from payments.post_within_budgets(
               p_at, p_id, p_key, fits, refused, headroom, p_transfer, p_account, p_recipient, p_amount, p_amount) l;
    end if;
    result := array_replace(posted, 'posted', 'completed');
  else
    if array_remove(p_bound, null) <> '{}' then
      select array_agg(b ->> 'invoice' order by k), array_agg(decode(b ->> 'payment_hash', 'hex') order by k),
             array_agg((b ->> 'expires_at')::timestamptz order by k), array_agg(b ->> 'payee' order by k),
             array_agg((b ->> 'is_own')::boolean order by k), array_agg(b -> 'keysend' order by k)
        into invoice, payment_hash, expires_at, payee, is_own, keysend
        from generate_series(1, n) as k
       cross join lateral (select p_bound[k]::jsonb) u(b);
    end if;
    select array_agg(case when p_recipient[k] is null then coalesce(p_funder[k], p_owner[k], payments.operator()) end
                     order by k)
      into funder
      from generate_series(1, n) as k;
    select c.result, c.known_id, c.available_to, c.posting into result, known_id, available_to, posting
      from payments.reserve_each(
             p_at, p_id, p_wallet, funder, p_account, p_recipient, p_origin_kind, p_destination_kind, p_destination,
             payment_hash, expires_at, payee, p_host, is_own, p_pay_anyway, p_amount, p_fee_limit, p_internal_id,
             p_internal_id_is_unique, p_transfer, p_wallet_max, p_owner_max, p_node_max, paused, claimed, earlier,
             p_key, fits, refused, headroom) c;
  end if;
  if 'unknown_account' = any (result) then
    raise exception 'a payment names an account that does not exist';
  end if;

  -- Elements of arrays by their position: `unnest` of sixteen arrays takes four times as long.
  insert into payments.payment (
    id, wallet_id, owner_id, funder_id, account_no, recipient_no, origin_kind, origin_id, destination_kind, destination,
    invoice, payment_hash, invoice_expires_at, payee_key, payee_host, is_own_invoice, keysend, amount_msats,
    fee_limit_msats, fee_msats, comment,
    internal_id, internal_id_is_unique, callback_url, callback_after, key_id, key_hour, transfer_id, reserve_no,
    finish_no,
    idempotency_scope, idempotency_input,
    previous_state, state, created_at, processed_at, due_at, lease_until, lease_token)
  select p_id[k], p_wallet[k], p_owner[k], funder[k], p_account[k], p_recipient[k], p_origin_kind[k], p_origin[k],
         p_destination_kind[k],
         case when invoice[k] is null then p_destination[k] end, invoice[k], payment_hash[k], expires_at[k],
         payee[k], p_host[k], coalesce(is_own[k], false), keysend[k], p_amount[k], p_fee_limit[k],
         case when result[k] = 'completed' then 0 end,
         p_comment[k], p_internal_id[k], p_internal_id_is_unique[k], p_callback_url[k],
         case when p_callback_url[k] is not null then p_at + p_callback_delay_ms[k] * interval '1 millisecond' end,
         case when key_hour[k] is not null then p_key[k] end, key_hour[k],
         p_transfer[k], posting[k],
         case when result[k] = 'completed' then posting[k] end,
         case when p_recipient[k] is null then p_scope[k] end, case when p_recipient[k] is null then p_input[k] end,
         'created',
         case when result[k] = 'completed' then 'completed' when payment_hash[k] is null then 'resolving'
           else 'ready' end,
         p_at, case when result[k] = 'completed' then p_at end,
         case when result[k] = 'reserved' then p_at end, case when result[k] = 'reserved' then lease_until end,
         case when result[k] = 'reserved' and lease_until is not null then 1 else 0 end
    from generate_series(1, n) as k
   where posting[k] is not null;
  if p_key is not null then
    perform projects.count_spending(p_at, p_key, p_amount, posting);
  end if;

  if 'completed' = any (result) and events.is_received(p_at, p_owner || p_recipient_owner, p_callback_url) then
    perform payments.append_internal(
              p_at, array_agg(case when result[k] = 'completed' and posting[k] is not null then p_id[k] end order by k),
              p_event, p_receipt_event)
       from generate_series(1, n) as k;
  end if;

  perform idempotency.release_refused(p_at, p_scope, claimed, result, array['reserved', 'completed']);

  return query
    select k, result[k], case when result[k] = 'replay' then known_id[k] end, available_to[k]
      from generate_series(1, n) as k;
end $$;

-- Reserves requests that are not all new and internal: sees replays, duplicates and pause, and gives the slots of
-- payments over Lightning to those that come first.
create or replace function payments.reserve_each(
  p_at timestamptz,
  p_id uuid[],
  p_wallet uuid[],
  p_funder uuid[],
  p_account bigint[],
  p_recipient bigint[],
  p_origin_kind text[],
  p_destination_kind text[],
  p_destination text[],
  p_payment_hash bytea[],
  p_expires_at timestamptz[],
  p_payee text[],
  p_host text[],
  p_is_own boolean[],
  p_pay_anyway bytea[],
  p_amount bigint[],
  p_fee_limit bigint[],
  p_internal_id text[],
  p_internal_id_is_unique boolean[],
  p_transfer uuid[],
  p_wallet_max int,
  p_owner_max int,
  p_node_max int,
  p_paused boolean,
  p_claimed text[],
  p_earlier uuid[],
  p_key uuid[],
  p_fits boolean,
  p_refused text[],
  p_headroom bigint[],
  out result text[],
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
  is_wanted boolean[];
  is_payable boolean[];
  -- which limit leaves no place, by payment
  full_limit text[];
  posted text[];
  -- whether an earlier request of this batch wants to pay the same invoice
  is_rival boolean[];
  rival_no bigint[];
  rival_available bigint[];
  -- since when what the node paid without us is compared; null: there was no restore of late
  compared_from timestamptz;
  taken_by_key bigint;
begin
  select r.result, r.known_id, r.same_as into result, known_id, same_as
    from payments.recognize(
      p_id, p_transfer, p_claimed, p_earlier, p_wallet, p_internal_id, p_internal_id_is_unique, p_amount,
      p_destination_kind,
      p_destination) r;

  if p_paused then
    select array_agg(case when same_as[k] is null then coalesce(result[k], 'paused') else result[k] end order by k)
      into result
      from generate_series(1, n) as k;
  end if;

  if p_payment_hash is not null then
    -- A slice of ours may ask for its payment twice in one batch.
    select array_agg(case when u.place > 1 then u.first else same_as[u.k] end order by u.k) into same_as
      from (select k, row_number() over calls as place, first_value(k) over calls as first
              from generate_series(1, n) as k
            window calls as (partition by p_id[k] order by k)) u;
    select array_agg(case when is_new then payments.refusal_of_hash(p_at, p_payment_hash[k], p_expires_at[k], p_id[k])
                          else result[k] end order by k)
      into result
      from generate_series(1, n) as k
     cross join lateral (select result[k] is null and same_as[k] is null as is_new) r;
    select array_agg(u.is_new and u.place > 1 order by u.k) into is_rival
      from (select k, is_new, row_number() over (partition by p_payment_hash[k], is_new order by k) as place
              from generate_series(1, n) as k
             cross join lateral (
                     select p_payment_hash[k] is not null and result[k] is null and same_as[k] is null as is_new) r) u;
  end if;

  if array_position(p_recipient, null) is not null then
    compared_from := ledger.compared_from(p_at);
    if compared_from is not null then
      select array_agg(case when result[k] is not null or same_as[k] is not null or p_recipient[k] is not null
                              or p_origin_kind[k] <> 'request' or p_is_own[k] then result[k]
                            else payments.refusal_of_repeat(compared_from, p_amount[k], p_account[k], p_pay_anyway[k])
                       end order by k)
        into result
        from generate_series(1, n) as k;
    end if;
    select array_agg(result[k] is null and same_as[k] is null and p_recipient[k] is null and p_refused[k] is null
                     order by k)
      into is_wanted
      from generate_series(1, n) as k;
    full_limit := payments.find_full(
      p_at, p_wallet, p_funder, p_payee, p_host, p_is_own, is_wanted, p_wallet_max, p_owner_max, p_node_max);
    if array_remove(full_limit, null) <> '{}' then
      -- What the wallet cannot pay takes no slot from the others.
      select array_agg(is_wanted[k] and (p_wallet[k] is null
                                         or ledger.balance(p_account[k]) >= p_amount[k] + p_fee_limit[k])
               order by k)
        into is_payable
        from generate_series(1, n) as k;
      select array_agg(case when is_payable[u.k] then u.limit_name else full_limit[u.k] end order by u.k)
        into full_limit
        from unnest(payments.find_full(
               p_at, p_wallet, p_funder, p_payee, p_host, p_is_own, is_payable, p_wallet_max, p_owner_max, p_node_max))
             with ordinality u(limit_name, k);
      select array_agg(coalesce('full_' || full_limit[k], result[k]) order by k) into result
        from generate_series(1, n) as k;
    end if;
  end if;

  -- Over Lightning the reservation covers the fee limit.
  select l.outcome, l.no, l.available into posted, posting, available_to
    from (
      select array_agg(case when result[k] is null and same_as[k] is null and is_rival[k] is not true
                       then p_transfer[k] end
               order by k) as transfer,
             array_agg(coalesce(p_recipient[k], reserved) order by k) as credit,
             array_agg(case when p_recipient[k] is null then p_amount[k] + p_fee_limit[k] else p_amount[k] end
                       order by k)
               as total
        from generate_series(1, n) as k
    ) r
   cross join lateral payments.post_within_budgets(
           p_at, p_id, p_key, p_fits, p_refused, p_headroom, r.transfer, p_account, r.credit, r.total, p_amount) l;

  select array_agg(case
           when posted[k] = 'skipped' then result[k]
           when posted[k] = 'posted' and p_recipient[k] is null then 'reserved'
           when posted[k] = 'posted' then 'completed'
           else posted[k]
         end order by k)
    into result
    from generate_series(1, n) as k;

  -- Of several that pay one invoice the first that can gets it.
  if true = any (is_rival) then
    for k in 1..n loop
      if is_rival[k] and result[k] is null then
        if exists (select from generate_series(1, k - 1) as j
                    where p_payment_hash[j] = p_payment_hash[k] and result[j] = 'reserved') then
          result[k] := 'invoice_in_use';
        else
          -- The budget of the key without what its other payments of this batch have taken by now.
          taken_by_key := coalesce((select sum(p_amount[j]) from generate_series(1, n) as j
                                     where p_key[j] = p_key[k] and posting[j] is not null), 0);
          select array_replace(l.outcome, 'posted', 'reserved'), l.no, l.available
            into posted, rival_no, rival_available
            from payments.post_within_budgets(
                   p_at, p_id[k:k], p_key[k:k], p_fits, p_refused[k:k],
                   array[p_headroom[k] - taken_by_key], p_transfer[k:k],
                   p_account[k:k], array[reserved], array[p_amount[k] + p_fee_limit[k]], p_amount[k:k]) l;
          result[k] := posted[1];
          posting[k] := rival_no[1];
          available_to[k] := rival_available[1];
        end if;
      end if;
    end loop;
  end if;

  -- What finds no slot and no money either gets that answer: waiting for a slot would not help.
  if array_remove(full_limit, null) <> '{}' then
    select array_agg(case when w.is_short then 'insufficient_funds' else result[w.k] end order by w.k),
           array_agg(case when w.is_short then w.balance else available_to[w.k] end order by w.k)
      into result, available_to
      from (
        select k, b.balance, full_limit[k] is not null and b.balance < p_amount[k] + p_fee_limit[k] as is_short
          from generate_series(1, n) as k
         cross join lateral (
           select case when full_limit[k] is not null then ledger.balance(p_account[k]) end) b(balance)
      ) w;
  end if;

  -- A duplicate in this batch replays its first, or is refused for the same reason.
  select array_agg(case
           when same_as[k] is null then result[k]
           when result[same_as[k]] in ('reserved', 'completed') then 'replay'
           else result[same_as[k]]
         end order by k),
         array_agg(coalesce(known_id[same_as[k]], known_id[k]) order by k),
         array_agg(coalesce(available_to[same_as[k]], available_to[k]) order by k)
    into result, known_id, available_to
    from generate_series(1, n) as k;
end $$;
