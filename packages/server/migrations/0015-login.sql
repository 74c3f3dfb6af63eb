-- compatible: yes
-- How people log in with a browser: what a browser is doing to log in, the codes that addresses get, and the sessions.

create schema login;

-- A browser that logs in, or that proves a new address. Its secret is in the browser's cookie alone.
create table login.attempt (
  browser_hash bytea not null check (length(browser_hash) = 32),         -- SHA-256 of the secret
  purpose text not null check (purpose in ('log_in', 'change_email', 'second_factor')),
  state text not null check (state in (
    'code_sent',
    'proved',                                         -- the address is the browser's: it logs in, or signs up
    'second_factor')),                                -- the user is known, and proves it once more
  email text,                                         -- that gets the code; null: the first factor was another one
  -- of the address, under the service's secret key
  address_hash bytea check (length(address_hash) = 32),
  code_mac bytea check (length(code_mac) = 32),       -- of browser_hash and code, under the service's secret key
  code_until timestamptz,
  wrong int not null default 0 check (wrong >= 0),    -- wrong codes since this one was sent
  user_id uuid,                                       -- who logs in, as soon as it is proved; who changes the address
  methods text[] not null default '{}',               -- proved so far: 'email', 'passkey' …
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (browser_hash, purpose),
  constraint attempt_code check ((state = 'code_sent') = (code_mac is not null) and (code_mac is null) = (code_until is null)),
  constraint attempt_email check (state = 'second_factor' or email is not null),
  constraint attempt_address check ((email is null) = (address_hash is null)),
  constraint attempt_user check ((state <> 'second_factor' and purpose = 'log_in') = (user_id is null)),
  constraint attempt_methods check ((state = 'code_sent') = (cardinality(methods) = 0))
);

create index attempt_expires on login.attempt (expires_at);

-- What an address got and what was guessed about it, over all browsers. Locked while it is counted.
create table login.address (
  address_hash bytea primary key check (length(address_hash) = 32),
  codes_at timestamptz[] not null default '{}',       -- codes of the last hour
  wrong_at timestamptz[] not null default '{}',       -- wrong codes of the last day
  forget_at timestamptz not null                      -- nothing of it counts afterwards
);

create index address_forget on login.address (forget_at);

-- A browser that is logged in. Its end deletes the row.
create table login.session (
  id uuid primary key,                                -- made by the caller, UUID version 7
  -- SHA-256 of the secret in the browser's cookie
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  user_id uuid not null,
  methods text[] not null check (cardinality(methods) > 0),              -- by which it was proved: 'email', 'passkey' …
  authenticated_at timestamptz not null,
  seen_at timestamptz not null,                       -- to the minute
  expires_at timestamptz not null,
  user_agent text not null,
  network text not null,                              -- that the login came from: an IPv4 address, or a /64 of IPv6
  constraint session_ends check (expires_at > authenticated_at)
);

create index session_by_user on login.session (user_id, id);
create index session_expires on login.session (expires_at);

-- What a user should know of the own account. Shown to the user, newest first.
create table login.security_event (
  id uuid primary key,                                -- made by the caller, UUID version 7
  user_id uuid not null,
  kind text not null check (kind ~ '^[a-z_]+$'),
  at timestamptz not null,
  user_agent text not null,
  network text not null,
  detail text not null default ''                     -- never a secret, never an address
);

create index security_event_by_user on login.security_event (user_id, id);
create index security_event_at on login.security_event (at);
