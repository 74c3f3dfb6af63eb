-- compatible: no
-- Pay links: Lightning addresses, wallets and static charges that any Lightning wallet can pay over LNURL.

-- A pay link of its own, with amounts, texts and a number of payments that it takes.
create table receiving.static_charge (
  id uuid primary key,                                -- made by the caller, UUID version 7
  wallet_id uuid not null,
  owner_id uuid not null,                             -- of the wallet
  owner_kind text not null check (owner_kind in ('project', 'user')),
  account_no bigint not null,                         -- the wallet's account in the ledger
  min_msats bigint not null check (min_msats > 0),
  max_msats bigint not null,
  description text not null,
  success_message text not null default '',           -- '' is none
  internal_id text,
  callback_url text,                                  -- of each of its payments
  allowed_slots int check (allowed_slots > 0),        -- payments that it takes; null: any number
  slots_taken int not null default 0 check (slots_taken >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,

  constraint static_charge_amounts check (min_msats <= max_msats)
);

create index static_charge_by_wallet on receiving.static_charge (wallet_id, id);
create index static_charge_by_internal_id on receiving.static_charge (wallet_id, internal_id, id)
  where internal_id is not null;

alter table receiving.charge
  add column origin text not null default 'request'
    -- asked for by the owner, by a project for another wallet, by a stranger
    check (origin in ('request', 'project', 'pay_link')),
  add column asked_by uuid,                           -- the project that asked for it, when the wallet is not its own
  add column static_charge_id uuid references receiving.static_charge (id),
  add column comment text,                            -- claims of the payer
  add column payer_data jsonb,
  add constraint charge_asked check ((origin = 'project') = (asked_by is not null)),
  add constraint charge_claims check (origin = 'pay_link' or (static_charge_id is null and comment is null and payer_data is null));

alter table receiving.charge
  alter column origin drop default;

-- Invoices of pay links that wait for their payment.
create index charge_waiting on receiving.charge (wallet_id, static_charge_id, expires_at)
  where origin = 'pay_link' and state = 'pending';
-- Those that expired without a payment, to be deleted.
create index charge_unpaid on receiving.charge (expires_at)
  where origin = 'pay_link' and state = 'expired' and received_msats = 0;
create index charge_by_static on receiving.charge (static_charge_id)
  where static_charge_id is not null;

alter table receiving.receipt
  drop constraint receipt_flags_check,
  add constraint receipt_flags_check
    check (flags <@ array['late', 'overpaid', 'underpaid', 'second', 'no_slot', 'over_maximum', 'unknown', 'suspense']);

-- It takes more now; the new one is written after the migrations.
drop function if exists receiving.charge_many(
  timestamptz, uuid[], uuid[], uuid[], bigint[], bigint[], text[], text[], text[], text[], bytea[], timestamptz[], uuid[], bytea[]);
