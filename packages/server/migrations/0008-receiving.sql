-- compatible: no
-- Money that comes in. What moves money in these tables are the functions in slices/receiving/sql.

create schema receiving;

-- An invoice that a wallet's owner gave out. It is completed when as much as it asked for has come in, by whatever way.
create table receiving.charge (
  id uuid primary key,                                -- made by the caller, UUID version 7
  wallet_id uuid not null,
  owner_id uuid not null,                             -- of the wallet
  account_no bigint not null,                         -- the wallet's account in the ledger
  amount_msats bigint not null check (amount_msats > 0),
  description text not null,
  internal_id text,
  callback_url text,

  invoice text not null,
  payment_hash bytea not null unique check (length(payment_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,

  state text not null check (state in ('pending', 'completed', 'expired')),
  received_msats bigint not null default 0 check (received_msats >= 0),
  paid_at timestamptz,                                -- when it was completed
  due_at timestamptz,                                 -- when the node is asked about it next
  version int not null default 1,                     -- grows with each receipt and with the expiry

  constraint charge_completed check ((state = 'completed') = (received_msats >= amount_msats)),
  constraint charge_paid check ((state = 'completed') = (paid_at is not null)),
  constraint charge_due check (state <> 'pending' or due_at is not null)
);

create index charge_by_wallet on receiving.charge (wallet_id, id);
create index charge_by_internal_id on receiving.charge (wallet_id, internal_id, id)
  where internal_id is not null;
create index charge_due on receiving.charge (due_at)
  where due_at is not null;

-- What came in, each once: over Lightning (via node), or paid from another wallet of this service (via ledger).
create table receiving.receipt (
  payment_hash bytea not null check (length(payment_hash) = 32),
  via text not null check (via in ('node', 'ledger')),
  id uuid not null unique,                            -- the cause its posting names: this receipt, or the payment
  charge_id uuid references receiving.charge (id),    -- null when the hash is of no charge of ours
  transfer_id uuid not null,
  credit_no bigint not null,                          -- the account that got it
  wallet_id uuid,                                     -- the wallet that has it; null while it lies in suspense
  amount_msats bigint not null check (amount_msats > 0), -- what the payer paid to us
  cost_msats bigint not null default 0 check (cost_msats >= 0), -- what of it the node's backend kept
  settled_at timestamptz not null,                    -- as the node reports
  assigned_to bigint,                                 -- the account that an operator gave it to, out of suspense
  assigned_by uuid,                                   -- with this transfer
  recorded_at timestamptz not null,
  flags text[] not null
    check (flags <@ array['late', 'overpaid', 'underpaid', 'second', 'over_maximum', 'unknown', 'suspense']),
  primary key (payment_hash, via)
);

create index receipt_by_charge on receiving.receipt (charge_id);

-- How far the node's receipts are recorded. Moves in the same statement that credits them.
create table receiving.node_cursor (
  one boolean primary key default true check (one),
  position text not null                              -- the node's own cursor; '' is the beginning
);
insert into receiving.node_cursor (position) values ('');
