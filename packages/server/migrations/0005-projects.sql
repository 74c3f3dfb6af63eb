-- compatible: no
-- Projects and their keys.

create schema projects;

create table projects.project (
  id uuid primary key,
  name text not null check (name <> ''),
  folded_name text not null unique,                   -- the name as it is compared: without case and width
  handle text not null unique                         -- local part of its Lightning address
    check (handle ~ '^[a-z0-9][a-z0-9._-]{0,31}$'),
  wallet_id uuid not null unique,                     -- its wallet, of slice wallets
  fee_ceiling_bps bigint not null default 500         -- the highest routing fee, in 1/100 % of the amount
    check (fee_ceiling_bps between 0 and 10000),
  internal_id_is_unique boolean not null default false,
  created_at timestamptz not null
);

create table projects.project_key (
  id uuid primary key,
  project_id uuid not null references projects.project (id),
  key_hash bytea not null unique check (length(key_hash) = 32),
  prefix text not null,                               -- the part that is shown, too short to guess from
  created_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz
);

create index project_key_by_project on projects.project_key (project_id);

-- What a key may do; a key without a row may do everything. Null: no bound. Half of each page is left free and no
-- changing column is indexed, so that counting stays on its page (HOT).
create table projects.key_policy (
  key_id uuid primary key references projects.project_key (id),
  cap_msats bigint check (cap_msats >= 0),            -- the most that one payment may send, fee not counted
  daily_msats bigint check (daily_msats >= 0),        -- the most that any 24 hours may send
  -- What its payments took, failed ones not counted: in the hour `hour` (since 1970), in that and the 24 before it
  -- together, and below in each of these 24, the newest first. What changes with each payment stands before what has no
  -- fixed length.
  hour int not null default 0,
  spent_hour bigint not null default 0,
  spent_day bigint not null default 0,
  scopes text[] check (cardinality(scopes) > 0),
  destinations text[] check (cardinality(destinations) > 0), -- 'name@host', '*@host', a node's key, 'internal'
  networks text[] check (cardinality(networks) > 0),  -- from where it may be used: addresses, CIDR
  spent_before bigint[] not null default array_fill(0::bigint, array[24])
) with (fillfactor = 50);
