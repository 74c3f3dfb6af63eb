-- compatible: no
-- An operator sets aside what the node keeps in flight. An older version would book it a second time when it ends.

alter table lightning.foreign_payment
  add column set_aside_at timestamptz,                -- its amount is booked as a loss already, under transfer_id
  add column end_transfer_id uuid,                    -- what was booked when it ended: the fee, or the amount back
  add constraint foreign_set_aside check (set_aside_at is null or transfer_id is not null);

-- Payments at a processor that no purchase explains and that an operator gave back: what a card paid, and got again.
create table ramp.stray (
  processor text not null,
  reference text not null,
  purchase_id uuid not null,                          -- as the processor has it; the purchase was lost
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null check (amount_minor > 0),
  reason text not null,
  adopted_at timestamptz not null,                    -- before the processor was asked to give it back
  refunded_at timestamptz,
  primary key (processor, reference)
);
