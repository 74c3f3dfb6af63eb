-- compatible: no
-- Wallets: accounts of the ledger with an owner, and their names.

create schema wallets;

create table wallets.wallet (
  id uuid primary key,
  account_no bigint not null unique,                  -- in the ledger; never on the wire
  owner_kind text not null check (owner_kind in ('project', 'user')),
  owner_id uuid not null,
  created_at timestamptz not null
);

create index wallet_by_owner on wallets.wallet (owner_id, owner_kind);

-- Names: local parts of Lightning addresses, of projects and users together, so that a name leads to one wallet.
create table wallets.name (
  name text primary key check (name ~ '^[a-z0-9_.-]{1,32}$'),
  wallet_id uuid not null references wallets.wallet (id),
  since timestamptz not null,                         -- when the wallet took it, last
  released_at timestamptz,                            -- null: it is the wallet's present name
  was_used boolean not null default false             -- a payment to it was about to be made
);

create unique index present_name on wallets.name (wallet_id) where released_at is null;
create index name_by_wallet on wallets.name (wallet_id);
