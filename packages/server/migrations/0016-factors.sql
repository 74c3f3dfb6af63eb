-- compatible: yes
-- The key that seals secrets, and the factors by which users log in.

-- Which key seals the secrets in this database: a process with another key does not start.
create table platform.secret_key (
  is_only boolean primary key check (is_only),
  -- made with the key; the key cannot be had from it
  fingerprint bytea not null check (length(fingerprint) = 32),
  created_at timestamptz not null
);

-- Locked while the factors of a user change: what is counted before a change is true when it is made.
create table login.factor_set (
  user_id uuid primary key,
  changed_at timestamptz not null
);

-- Authenticator apps (RFC 6238). A row is there from the first right code on.
create table login.totp (
  user_id uuid primary key references login.factor_set,
  secret bytea not null,                              -- sealed
  -- of the code that was taken last: no code of this or an earlier step is taken again
  last_step bigint not null check (last_step > 0),
  created_at timestamptz not null
);

-- In place of the authenticator app, once each.
create table login.recovery_code (
  user_id uuid not null references login.totp on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),               -- under the secret key
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table login.passkey (
  id bytea primary key check (length(id) between 1 and 1023),            -- the credential id, made by the authenticator
  user_id uuid not null references login.factor_set,
  public_key bytea not null,                          -- COSE
  counter bigint not null check (counter between 0 and 4294967295),      -- 0: the authenticator does not count
  transports text not null,                           -- how browsers reach it, separated by commas
  name text not null check (name <> ''),
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_by_user on login.passkey (user_id);

-- Keys of Lightning wallets that log in (LUD-04).
create table login.lightning_key (
  key bytea primary key check (length(key) = 33),     -- compressed secp256k1
  user_id uuid not null references login.factor_set,
  name text not null check (name <> ''),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index lightning_key_by_user on login.lightning_key (user_id);

create table login.password (
  user_id uuid primary key references login.factor_set,
  hash text not null check (hash like '$argon2id$%'),
  set_at timestamptz not null
);

-- What a browser was given to have signed by a passkey: one at a time for each use, gone when it was used.
create table login.passkey_challenge (
  browser bytea not null check (length(browser) = 32),                   -- the browser's attempt or session
  purpose text not null check (purpose in ('link', 'check')),
  challenge_hash bytea not null check (length(challenge_hash) = 32),
  user_id uuid,                                       -- whose passkey it must be; null: anybody's
  expires_at timestamptz not null,
  primary key (browser, purpose)
);
create index passkey_challenge_expires on login.passkey_challenge (expires_at);

-- What a browser was given to have signed by a Lightning wallet (LUD-04), one at a time.
create table login.wallet_challenge (
  browser bytea primary key check (length(browser) = 32),                -- the browser's attempt or session
  k1_hash bytea not null unique check (length(k1_hash) = 32),
  k1 bytea not null,                                  -- sealed, to be shown again
  action text not null check (action in ('login', 'register', 'link')),
  user_id uuid,                                       -- whose wallet it becomes
  network_hash bytea not null check (length(network_hash) = 32),         -- of the browser
  expires_at timestamptz not null,
  key bytea check (length(key) = 33),                 -- that has signed
  is_same_network boolean,                            -- the wallet asked from the browser's network
  constraint wallet_challenge_signed check ((key is null) = (is_same_network is null)),
  constraint wallet_challenge_linked check ((action = 'link') = (user_id is not null))
);
create index wallet_challenge_expires on login.wallet_challenge (expires_at);

-- How often a secret was tried that may be guessed. A right one gives its try back.
create table login.factor_try (
  subject text primary key,                           -- 'totp <user id>', 'password network <hash>'
  tries int not null check (tries >= 0),
  until timestamptz not null
);
create index factor_try_until on login.factor_try (until);
