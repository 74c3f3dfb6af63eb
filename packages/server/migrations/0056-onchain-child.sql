-- compatible: no
-- Fees of payments to addresses of the chain that were raised by a child. An older version would take the bookings of
-- their costs for broken ones. What moves money are the functions in slices/onchain/sql.

create table onchain.child (
  payment_id uuid primary key references onchain.payment (id),    -- its transaction is the parent: each has one child
  txid bytea not null unique check (length(txid) = 32),           -- as explorers write it
  transaction bytea not null,                                     -- signed: every call to publish sends these bytes
  cost_msats bigint not null check (cost_msats > 0 and cost_msats % 1000 = 0),      -- what miners get of the child
  state text not null check (state in ('dispatched', 'confirmed', 'failed')),
  tries int not null default 0,
  due_at timestamptz,                                 -- when the node is asked next; while it is asked, when others may
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint child_finished check ((state = 'dispatched') = (finished_at is null)),
  constraint child_due check ((state = 'dispatched') = (due_at is not null))
);

create index child_due on onchain.child (due_at)
  where due_at is not null;
