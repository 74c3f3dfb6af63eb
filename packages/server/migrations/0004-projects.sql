-- compatible: no
-- Projects, their wallets and their keys. Money lives in the ledger; here is who it belongs to.

create schema projects;

create table projects.project (
  id uuid primary key,
  name text not null check (name <> ''),
  folded_name text not null unique,                   -- the name as it is compared: without case and width
  handle text not null unique                         -- local part of its Lightning address
    check (handle ~ '^[a-z0-9][a-z0-9._-]{0,31}$'),
  fee_ceiling_bps bigint not null default 500         -- the dearest route, in 1/100 % of the amount
    check (fee_ceiling_bps between 0 and 10000),
  internal_id_is_unique boolean not null default false,
  created_at timestamptz not null
);

create table projects.wallet (
  id uuid primary key,
  project_id uuid not null unique references projects.project (id),
  account_no bigint not null unique,                  -- in the ledger; never on the wire
  created_at timestamptz not null
);

-- A project with its one wallet, as everybody reads it.
create view projects.owner as
  select p.id,
         p.name,
         p.folded_name,
         p.handle,
         w.id as wallet_id,
         w.account_no,
         p.fee_ceiling_bps,
         p.internal_id_is_unique,
         p.created_at
    from projects.project p
    join projects.wallet w on w.project_id = p.id;

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
