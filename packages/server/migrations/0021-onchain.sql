-- compatible: no
-- Payments to addresses of the chain: an older version would look for an invoice where a purchase has none. What moves
-- money are the functions in slices/onchain/sql.

create schema onchain;

create table onchain.payment (
  id uuid primary key,                                -- made by the caller, which has written it down with its thing
  origin_kind text not null check (origin_kind in ('purchase')),
  origin_id uuid not null,
  account_no bigint not null,                         -- that pays
  address text not null,
  amount_msats bigint not null check (amount_msats > 0 and amount_msats % 1000 = 0),       -- what the address gets
  fee_msats bigint not null check (fee_msats >= 0 and fee_msats % 1000 = 0),                -- what miners get
  txid bytea not null unique check (length(txid) = 32),                                    -- as explorers write it
  transaction bytea not null,                         -- signed: every call to publish sends these bytes
  state text not null check (state in ('dispatched', 'completed', 'failed')),
  tries int not null default 0,
  due_at timestamptz,                                 -- when the node is asked next; while it is asked, when others may
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint payment_finished check ((state = 'dispatched') = (finished_at is null)),
  constraint payment_due check ((state = 'dispatched') = (due_at is not null))
);

-- What is paid out has one transaction at a time that may confirm.
create unique index payment_of_origin on onchain.payment (origin_kind, origin_id)
  where state <> 'failed';
create index payment_due on onchain.payment (due_at)
  where due_at is not null;

-- Ids that no payment will ever have.
create table onchain.given_up (
  id uuid primary key,
  given_up_at timestamptz not null
);

-- A purchase is delivered over Lightning, or to an address of the chain: then without an invoice.
alter table ramp.purchase
  -- of miners, as quoted and taken off the delivery; null: over Lightning
  add column chain_fee_msats bigint check (chain_fee_msats > 0),
  drop constraint purchase_invoice,
  add constraint purchase_invoice check (
    case
      when chain_fee_msats is null then (invoice is null) = (payment_id is null)
      else invoice is null and chain_fee_msats <= fee_limit_msats
    end);
