-- compatible: no
-- Users: people with an account, who have a gamertag and a wallet.

create schema users;

create table users.user (
  id uuid primary key,
  wallet_id uuid not null unique,                     -- its wallet, of slice wallets
  email text not null unique check (email <> ''),     -- trimmed, in lower case
  email_verified_at timestamptz,
  gamertag text not null check (gamertag ~ '^[A-Za-z0-9_.-]{3,20}$'),
  name text not null unique,                          -- the gamertag in lower case: the present name of the wallet
  gamertag_changed_at timestamptz,
  public_bio text not null default '',
  image text not null default '',
  twitter text not null default '',
  website text not null default '',
  created_at timestamptz not null,
  blocked_at timestamptz
);
