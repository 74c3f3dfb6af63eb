-- compatible: no
-- Users: people with an account, who have a gamertag and a wallet.

create schema users;

create table users.user (
  id uuid primary key,
  wallet_id uuid not null unique,                     -- its wallet, of slice wallets
  email text not null unique check (email <> ''),     -- trimmed, in lower case
  email_verified_at timestamptz,
  identity_verified_at timestamptz,
  gamertag text not null check (gamertag ~ '^[A-Za-z0-9_.-]{3,20}$'),
  name text not null unique,                          -- the gamertag in lower case: the present name of the wallet
  gamertag_changed_at timestamptz,
  public_bio text not null default '',
  image text not null default '',
  twitter text not null default '',
  website text not null default '',
  created_at timestamptz not null,
  blocked_at timestamptz,                             -- gets no payments to its e-mail address, and cannot log in
  -- how well the user is known; it decides the limits of the wallet
  level text not null generated always as (
    case
      when identity_verified_at is not null then 'identity_verified'
      when email_verified_at is not null then 'email_verified'
      else 'unverified'
    end) stored,
  -- limits that an operator has set for this user alone: a change of the level leaves them as they are
  limits_by_hand text[] not null default '{}'
    check (limits_by_hand <@ array['daily', 'weekly', 'monthly', 'max_balance']),
  -- from then on nothing is of use but id, gamertag and wallet; email is 'closed:' and the id, which no address can be
  closed_at timestamptz,
  constraint user_closed check ((closed_at is not null) = (email = 'closed:' || id) and (closed_at is null or blocked_at is not null))
);

-- The limits of each level, in millisatoshis; null: none. The process that started last has set them, from its
-- configuration. Before the first start nothing can be spent or received.
create table users.level (
  name text primary key check (name in ('unverified', 'email_verified', 'identity_verified')),
  daily bigint default 0 check (daily >= 0),
  weekly bigint default 0 check (weekly >= 0),
  monthly bigint default 0 check (monthly >= 0),
  max_balance bigint default 0 check (max_balance >= 0),
  revision int not null default 0,                    -- counts the changes
  applied int not null default 0                      -- the revision that the accounts of all users of the level have
);

insert into users.level (name)
values ('unverified'), ('email_verified'), ('identity_verified');
