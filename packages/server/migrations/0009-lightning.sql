-- compatible: no
-- The one Lightning node of this service, and what we found in it that is not ours.

create schema lightning;

create table lightning.node (
  id smallint primary key check (id = 1),
  node_id text not null,
  network text not null,
  instance_id uuid not null,                          -- the same in data folder, database and the node's own store
  bound_at timestamptz not null,
  equity_transfer_id uuid,                            -- what the node held at the first connection has been booked
  outgoing_cursor text not null default '',           -- how far its list of payments has been compared with ours
  outgoing_hash bytea                                 -- payment hash of the last one that was compared
);

-- Payments that the node made and that no payment of ours explains: after a restore of the database, or by hand.
create table lightning.foreign_payment (
  payment_hash bytea primary key,
  amount_msats bigint not null,
  found_at timestamptz not null,
  reason text,                                        -- why an operator adopted it: it is explained then
  transfer_id uuid,                                   -- how it was booked; null while it is not
  booked_at timestamptz
);

-- The operator's own money, booked by an operator: the cause of a transfer.
create table lightning.operator_booking (
  id uuid primary key,                                -- also the id of the transfer
  kind text not null check (kind in ('equity_deposit', 'equity_withdrawal', 'chain_cost')),
  amount_msats bigint not null check (amount_msats > 0),
  reason text not null,
  booked_at timestamptz not null
);
