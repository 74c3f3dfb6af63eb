-- compatible: no
-- An operator says what a payment of the node was that had been booked as a loss. An older version takes the reverse
-- for a stray posting.

alter table lightning.foreign_payment
  add column loss_fee_msats bigint check (loss_fee_msats >= 0); -- of the loss that is booked; null: none is

-- Losses that were taken back, because a payment of ours explains what left.
create table lightning.loss_taken_back (
  id uuid primary key,                                -- also the id of the reverse transfer
  payment_hash bytea not null,
  transfer_id uuid not null unique,                   -- how it had been booked
  end_transfer_id uuid unique,                        -- and what was added when it ended
  amount_msats bigint not null check (amount_msats > 0), -- with its fee
  reason text not null,
  taken_back_at timestamptz not null
);

-- It takes more now; the new one is written after the migrations.
drop function if exists restore.bring_back_payment;
