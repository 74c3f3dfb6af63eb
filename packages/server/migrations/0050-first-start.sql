-- compatible: yes
-- What an operator has said before the first connection: to real money, and to a node that has a past.

-- The yes to real money: one, which holds for good.
create table lightning.real_money (
  one boolean primary key default true check (one),
  accepted_at timestamptz not null,
  text_version int not null,                          -- of what the operator had read
  given_by text not null check (given_by in ('setting', 'terminal'))
);

-- What was found in a node before its first connection, as the operator was shown it.
create table lightning.past (
  node_id text primary key,
  shown text[] not null,
  found_at timestamptz not null,
  accepted_at timestamptz,
  reason text,
  check ((accepted_at is null) = (reason is null))
);

-- The payments and receipts of that past: nothing of ours explains them, and nothing has to.
create table lightning.past_hash (
  payment_hash bytea not null,
  is_receipt boolean not null,
  primary key (payment_hash, is_receipt)
);

-- What the node held at the first connection, read before its lists were: it is booked as equity, also after a crash.
alter table lightning.node
  add column first_channels_msats bigint not null default 0,
  add column first_onchain_msats bigint not null default 0;
