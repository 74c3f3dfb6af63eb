-- compatible: no
-- Outgoing payments. What moves money in these tables are the functions in slices/payments/sql.

create schema payments;

create table payments.payment (
  id uuid primary key,                                -- made by the caller, UUID version 7
  wallet_id uuid,                                     -- the payer; null: a system account pays
  owner_id uuid,                                      -- of the wallet
  account_no bigint not null,                         -- the payer's account in the ledger
  recipient_no bigint,                                -- the recipient's account, when it is one of ours
  origin_kind text not null                           -- what the payment was made for, and its id
    check (origin_kind in ('request', 'voucher', 'withdrawal', 'purchase')),
  origin_id uuid,
  destination_kind text not null,                     -- see payment_destination
  -- the address or LNURL as it was sent, a wallet's id, a node's key, a user's id with a space and the gamertag
  destination text,
  keysend jsonb,                                      -- to a node: its preimage, made by us, and what is sent along
  amount_msats bigint not null check (amount_msats > 0),
  fee_limit_msats bigint not null check (fee_limit_msats >= 0),
  fee_msats bigint check (fee_msats >= 0),
  comment text,
  internal_id text,
  internal_id_is_unique boolean not null,
  callback_url text,
  -- it is called no sooner; by then the answer that names the payment is out
  callback_after timestamptz,

  key_id uuid,                                        -- the project key that asked, when it has a policy
  key_hour int,                                       -- the hour in which its budget counts the payment

  transfer_id uuid not null,                          -- the reserving transfer; "transactionId" on the wire
  reserve_no bigint not null,                         -- its posting
  finish_no bigint,                                   -- first posting of the transfer that finished the payment

  previous_state text not null,
  state text not null,
  version int not null default 1,
  status_detail text,
  failure_code text,
  failure_detail text,
  created_at timestamptz not null,
  processed_at timestamptz,

  invoice text,                                       -- null for ever: a wallet or a node is paid
  payment_hash bytea check (length(payment_hash) = 32),
  invoice_expires_at timestamptz,                     -- or our own bound, when that is earlier
  description_hash_matches boolean,
  is_own_invoice boolean not null default false,      -- our own node is the payee: paid inside the ledger
  preimage bytea,
  hash_is_frozen boolean not null default false,      -- settled at the node after we had proof of failure

  attempt int not null default 0,                     -- attempts so far
  attempts_not_sent int not null default 0,           -- of which provably never left
  dispatched_at timestamptz,                          -- the last attempt
  dispatch_deadline timestamptz,                      -- by then the last attempt has left its process, or never will
  node_reference text,                                -- the node's own reference of the last attempt
  was_in_flight boolean not null default false,       -- the node has reported it in flight
  absent_since timestamptz,                           -- first look-up after the expiry that found nothing
  held_for text check (held_for in ('restore')),      -- waits for the operator: nothing is sent, absence proves nothing
  watch_until timestamptz,                            -- a failed hash is looked up until then
  watch_due_at timestamptz,                           -- when next; null when it is not watched

  due_at timestamptz,
  tries int not null default 0,
  lease_until timestamptz,
  lease_token bigint not null default 0,

  -- one value, because PostgreSQL reads a check's expression anew for each statement: as a list of pairs it took 0.1 ms
  constraint payment_transition check (coalesce('{
    "created": ["resolving", "ready", "completed", "failed"],
    "resolving": ["ready", "completed", "failed"],
    "ready": ["dispatched", "completed", "failed"],
    "dispatched": ["in_flight", "unknown", "completed", "failed"],
    "in_flight": ["unknown", "completed", "failed"],
    "unknown": ["dispatched", "in_flight", "completed", "failed"]
  }'::jsonb -> previous_state ? state, false)),
  constraint payment_origin check ((origin_kind = 'request') = (origin_id is null)),
  constraint payment_destination check (case destination_kind
    when 'address' then destination is not null and keysend is null
    when 'wallet' then destination is not null and keysend is null
    when 'gamertag' then destination ~ '^[0-9a-f-]{36} [A-Za-z0-9_.-]+$' and keysend is null
    when 'invoice' then destination is null and keysend is null
    when 'node' then destination is not null and keysend is not null
    else false
  end),
  constraint payment_wallet check ((wallet_id is null) = (owner_id is null)),
  constraint payment_key check ((key_id is null) = (key_hour is null)),
  constraint payment_callback check ((callback_url is null) = (callback_after is null)),
  constraint payment_finished check ((state in ('completed', 'failed')) = (processed_at is not null)),
  constraint payment_failure check ((state = 'failed') = (failure_code is not null)),
  constraint payment_success check ((state = 'completed') = (fee_msats is not null)),
  constraint payment_invoice check (state in ('resolving', 'completed', 'failed') or payment_hash is not null),
  constraint payment_proof check (preimage is null or sha256(preimage) = payment_hash)
);

create index payment_by_wallet on payments.payment (wallet_id, id);

-- Work that is due, and all that is pending: few, for the node can carry no more.
create index payment_due on payments.payment (due_at)
  where state not in ('completed', 'failed');

-- One invoice is paid once in the whole service; kept for ever once it is settled. Payments inside the ledger have
-- none.
create unique index payment_hash on payments.payment (payment_hash)
  where payment_hash is not null and (state <> 'failed' or hash_is_frozen);
create index payment_by_hash on payments.payment (payment_hash)
  where payment_hash is not null;
create index payment_settled on payments.payment (id)
  where preimage is not null;
create index payment_watched on payments.payment (watch_due_at)
  where watch_due_at is not null;

-- A payment to a gamertag is read by its transactionId too.
create index payment_by_transfer on payments.payment (transfer_id)
  where destination_kind = 'gamertag';

create unique index payment_internal_id on payments.payment (wallet_id, internal_id)
  where internal_id_is_unique and internal_id is not null;
-- Also those made before the project's internal ids were unique: a payment of theirs is found again.
create index payment_by_internal_id on payments.payment (wallet_id, internal_id, id)
  where internal_id is not null;

-- Every attempt, written before it goes out.
create table payments.attempt (
  payment_id uuid not null references payments.payment (id),
  number int not null,
  payment_hash bytea not null,
  lease_token bigint not null,
  dispatched_at timestamptz not null,
  reference text,                                     -- the node's own
  not_sent_reason text,                               -- it provably never left
  primary key (payment_id, number)
);

-- Ids of payments that were given up before they existed: what asked for them has gone another way, and no late call
-- makes them.
create table payments.given_up (
  id uuid primary key,
  given_up_at timestamptz not null
);
