-- Accepts payments: claims the idempotency key, checks pause and pending limits, moves amount and fee limit out of the
-- payer's account, writes the payment. An internal recipient is paid immediately; p_event is the id of the event that
-- says so to the payer, p_receipt_event of the one that says so to the recipient's owner (p_recipient_owner). Null for
-- all others. A callbackUrl is called p_callback_delay_ms after this, unless payments.release_callbacks lets it be
-- called before.
--
-- p_dispatch_deadline: with it the first attempt of what p_bound has is written down too, as by payments.dispatch_many;
-- the caller has the lease, and may send after this has been committed. Null where something is looked up before.
--
-- p_destination: the address, the invoice, the wallet's id, the node's key, or the user's id and gamertag, by
-- p_destination_kind.
-- p_bound: what a payment of an invoice or to a node begins with, as JSON: invoice, payment_hash (hexadecimal digits),
-- expires_at, payee (the key of its node), is_own, keysend. It begins in state `ready`. Null for all others: one array
-- of nulls costs them less than six.
-- p_funder: whose share of the node's slots the payment takes, where no wallet pays; null then: the operator's. p_host:
-- the server of the recipient's address. p_pay_anyway: the hash of a payment of the node that the payer does not take
-- for this one. p_request: names the request that asks for it. Each, and p_dispatch_deadline, is null altogether when
-- no payment of the batch has one.
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
--          leaves). Of the limits of the whole service: over_service_payment, over_service_day (available = what is
--          left of it), full_service (ledger.refusal_of_sending).
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
  p_request text[],
  p_dispatch_deadline timestamptz[],
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
  this_hour constant int := floor(extract(epoch from p_at) / 3600);
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
  -- of those that are dispatched as well
  node_now smallint;
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

  if p_dispatch_deadline is not null then
    node_now := lightning.current_node();
  end if;

  -- Elements of arrays by their position: `unnest` of sixteen arrays takes four times as long.
  insert into payments.payment (
    id, wallet_id, owner_id, funder_id, account_no, recipient_no, origin_kind, origin_id, destination_kind, destination,
    invoice, payment_hash, invoice_expires_at, payee_key, payee_host, is_own_invoice, keysend, amount_msats,
    fee_limit_msats, fee_msats, comment,
    internal_id, internal_id_is_unique, callback_url, callback_after, key_id, key_hour, counted_hour,
    transfer_id, reserve_no,
    finish_no,
    idempotency_scope, idempotency_input, request_id,
    previous_state, state, created_at, processed_at, due_at, lease_until, lease_token,
    attempt, node_no, dispatched_at, dispatch_deadline)
  select p_id[k], p_wallet[k], p_owner[k], funder[k], p_account[k], p_recipient[k], p_origin_kind[k], p_origin[k],
         p_destination_kind[k],
         case when invoice[k] is null then p_destination[k] end, invoice[k], payment_hash[k], expires_at[k],
         payee[k], p_host[k], coalesce(is_own[k], false), keysend[k], p_amount[k], p_fee_limit[k],
         case when result[k] = 'completed' then 0 end,
         p_comment[k], p_internal_id[k], p_internal_id_is_unique[k], p_callback_url[k],
         case when p_callback_url[k] is not null then p_at + p_callback_delay_ms[k] * interval '1 millisecond' end,
         case when key_hour[k] is not null then p_key[k] end, key_hour[k],
         case when p_recipient[k] is null and is_own[k] is not true then this_hour end,
         p_transfer[k], posting[k],
         case when result[k] = 'completed' then posting[k] end,
         case when p_recipient[k] is null then p_scope[k] end, case when p_recipient[k] is null then p_input[k] end,
         p_request[k], case when p_dispatch_deadline[k] is not null then 'ready' else 'created' end,
         case when result[k] = 'completed' then 'completed' when payment_hash[k] is null then 'resolving'
           when p_dispatch_deadline[k] is not null then 'dispatched' else 'ready' end,
         p_at, case when result[k] = 'completed' then p_at end,
         case when result[k] = 'reserved' then p_at end, case when result[k] = 'reserved' then lease_until end,
         case when result[k] = 'reserved' and lease_until is not null then 1 else 0 end,
         case when p_dispatch_deadline[k] is not null then 1 else 0 end,
         case when p_dispatch_deadline[k] is not null then node_now end,
         case when p_dispatch_deadline[k] is not null then p_at end, p_dispatch_deadline[k]
    from generate_series(1, n) as k
   where posting[k] is not null;
  if p_dispatch_deadline is not null then
    insert into payments.attempt (payment_id, number, payment_hash, lease_token, dispatched_at)
    select p_id[k], 1, payment_hash[k], 1, p_at
      from generate_series(1, n) as k
     where p_dispatch_deadline[k] is not null
       and posting[k] is not null;
  end if;
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
