-- compatible: no
-- What the operator may be wrong about. An older version would sell what is not the operator's own.

-- What the node held at the last comparison with the ledger: the watcher writes it, and sales ask it.
create table lightning.reading (
  one boolean primary key default true check (one),
  assets_msats bigint not null,                       -- what the node holds
  booked_msats bigint not null,                       -- what it holds by the books of the same moment
  deposited_msats bigint not null,                    -- what operators had booked as held until then
  read_at timestamptz not null
);

-- A booking that takes back one that was a mistake: its transfer is the reverse.
alter table lightning.operator_booking
  add column undoes uuid unique references lightning.operator_booking (id),
  drop constraint operator_booking_kind_check,
  add constraint operator_booking_kind_check
    check (kind in ('equity_deposit', 'equity_withdrawal', 'chain_cost', 'booking_undone')),
  add check ((kind = 'booking_undone') = (undoes is not null));

-- The operator gave the money back: a refund of the processor that succeeds later is a second one.
alter table ramp.purchase
  add column refunded_by_hand boolean not null default false,
  add constraint purchase_by_hand check (not refunded_by_hand or (previous_state, state) = ('refund_failed', 'refunded'));

-- The command wrote the reason down; a refund that the processor made has none.
update ramp.purchase
   set refunded_by_hand = true
 where (previous_state, state) = ('refund_failed', 'refunded')
   and detail is not null;

-- For a month after its end a purchase is looked at each day: its refund may fail, its dispute may be decided again.
update ramp.purchase
   set due_at = changed_at
 where state in ('refunded', 'won', 'lost')
   and due_at is null
   and changed_at > now() - interval '30 days';

-- A payment of the node that nobody explains holds others only when it may be one that a restored database has lost.
alter table lightning.foreign_payment
  -- found by a process that knew the ledger as it was before: nothing was restored
  add column is_alone boolean not null default false,
  -- the node paid an invoice of its own: channels were balanced
  add column is_self boolean not null default false;

-- Those that wait are asked for every few seconds, and are few among all that were ever booked.
create index foreign_payment_open on lightning.foreign_payment (found_at, payment_hash)
  where booked_at is null;
create index incident_open_since on incidents.incident (created_at, id)
  where closed_at is null;

-- The transaction that took the place of the one that was written down, and paid the same address.
alter table onchain.payment
  add column replaced_by bytea unique check (length(replaced_by) = 32),
  add constraint payment_replaced check (replaced_by is null or state = 'completed');
