-- compatible: no
-- Wallets: accounts of the ledger with an owner.

create schema wallets;

create table wallets.wallet (
  id uuid primary key,
  account_no bigint not null unique,                  -- in the ledger; never on the wire
  owner_kind text not null check (owner_kind in ('project', 'user')),
  owner_id uuid not null,
  created_at timestamptz not null
);

create index wallet_by_owner on wallets.wallet (owner_id, owner_kind);
