-- compatible: no
-- What the node itself says that it spent on the chain and earned by forwarding. An older version would take these
-- bookings for broken ones.

-- What the node earned by forwarding payments of others.
insert into ledger.account (no, kind)
values (17, 'routing_income');

-- `to_channels`, `to_chain`: what moved between the node's wallet and its channels; it stays the operator's.
alter table lightning.operator_booking
  drop constraint operator_booking_kind_check,
  add constraint operator_booking_kind_check
    check (kind in ('equity_deposit', 'equity_withdrawal', 'chain_cost', 'to_channels', 'to_chain', 'routing_income',
                    'booking_undone'));

-- Transactions of the node's wallet that opened, closed or swept channels, and are in the books: each once.
create table lightning.chain_booking (
  txid bytea primary key check (length(txid) = 32),   -- as explorers write it
  -- what miners took, and what moved between wallet and channels; both null: it was before the first connection
  cost_id uuid unique references lightning.operator_booking (id),
  move_id uuid unique references lightning.operator_booking (id),
  booked_at timestamptz not null
);

-- Up to where in the node's list of forwards their fees are booked. '': the first connection.
alter table lightning.node
  add column forwards_cursor text not null default '';

-- An incident may be about the node itself.
alter table incidents.incident
  drop constraint incident_subject_kind_check,
  add constraint incident_subject_kind_check
    check (subject_kind in ('payment', 'receipt', 'purchase', 'user', 'invariant', 'recipient', 'wallet', 'channel',
                            'folder', 'node'));
