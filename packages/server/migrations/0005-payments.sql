-- compatible: no
-- Outgoing payments. What moves money in these tables are the functions in slices/payments/sql.

create schema payments;

create table payments.payment (
  id uuid primary key,                                -- made by the caller, UUID version 7
  project_id uuid not null,
  wallet_id uuid not null,
  account_no bigint not null,                         -- the payer's account in the ledger
  recipient_no bigint,                                -- the recipient's account, when it is one of ours
  ln_address text not null,
  amount_msats bigint not null check (amount_msats > 0),
  fee_limit_msats bigint not null check (fee_limit_msats >= 0),
  fee_msats bigint check (fee_msats >= 0),
  comment text,
  internal_id text,
  internal_id_is_unique boolean not null,
  callback_url text,

  transfer_id uuid not null,                          -- the reserving transfer; "transactionId" on the wire
  reserve_no bigint not null,                         -- its posting
  settle_no bigint,                                   -- first posting of the transfer that ended the payment

  previous_state text not null,
  state text not null,
  version int not null default 1,
  status_detail text,
  failure_code text,
  failure_detail text,
  created_at timestamptz not null,
  processed_at timestamptz,

  invoice text,
  payment_hash bytea check (length(payment_hash) = 32),
  invoice_expires_at timestamptz,
  description_hash_matches boolean,
  preimage bytea,
  hash_is_frozen boolean not null default false,      -- settled at the node after we had proof of failure

  attempt int not null default 0,                     -- orders given to the node so far
  dispatched_at timestamptz,                          -- the last of them
  order_until timestamptz,                            -- by then that order has left its process, or never will
  was_in_flight boolean not null default false,       -- the node has said that it had it under way
  absent_since timestamptz,                           -- first look-up after the end of the invoice that found nothing
  watch_until timestamptz,                            -- a failed hash is looked at again until then
  watch_due_at timestamptz,                           -- when next; null when it is not watched

  due_at timestamptz,
  tries int not null default 0,
  lease_until timestamptz,
  lease_token bigint not null default 0,

  -- one value, because PostgreSQL reads a check's expression anew for each statement: as a list of pairs it took 0.1 ms
  constraint payment_transition check (coalesce('{
    "created": ["resolving", "completed", "failed"],
    "resolving": ["ready", "completed", "failed"],
    "ready": ["dispatched", "failed"],
    "dispatched": ["in_flight", "unknown", "completed", "failed"],
    "in_flight": ["unknown", "completed", "failed"],
    "unknown": ["dispatched", "in_flight", "completed", "failed"]
  }'::jsonb -> previous_state ? state, false)),
  constraint payment_end check ((state in ('completed', 'failed')) = (processed_at is not null)),
  constraint payment_failure check ((state = 'failed') = (failure_code is not null)),
  constraint payment_success check ((state = 'completed') = (fee_msats is not null)),
  constraint payment_invoice check (state in ('resolving', 'completed', 'failed') or payment_hash is not null),
  constraint payment_proof check (preimage is null or sha256(preimage) = payment_hash)
);

create index payment_by_project on payments.payment (project_id, id);

-- Work that is due, and all that is open: few, for the node can carry no more.
create index payment_due on payments.payment (due_at)
  where state not in ('completed', 'failed');

-- One invoice is paid once in the whole service; kept for ever once it is settled. Payments inside the ledger have none.
create unique index payment_hash on payments.payment (payment_hash)
  where payment_hash is not null and (state <> 'failed' or hash_is_frozen);
create index payment_by_hash on payments.payment (payment_hash)
  where payment_hash is not null;
create index payment_settled on payments.payment (id)
  where preimage is not null;
create index payment_watched on payments.payment (watch_due_at)
  where watch_due_at is not null;

create unique index payment_internal_id on payments.payment (project_id, internal_id)
  where internal_id_is_unique and internal_id is not null;

-- Every order to the node, written before it goes out.
create table payments.attempt (
  payment_id uuid not null references payments.payment (id),
  number int not null,
  payment_hash bytea not null,
  lease_token bigint not null,
  dispatched_at timestamptz not null,
  primary key (payment_id, number)
);

-- What an operator has to look at. Nothing is mended by itself.
create table payments.incident (
  id uuid primary key,
  payment_id uuid not null references payments.payment (id),
  kind text not null,
  detail text not null,
  created_at timestamptz not null
);
create index incident_by_payment on payments.incident (payment_id);
