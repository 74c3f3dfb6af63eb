-- compatible: no
-- An operator sets aside what the node keeps in flight. An older version would book it a second time when it ends.

alter table lightning.foreign_payment
  add column set_aside_at timestamptz,                -- its amount is booked as a loss already, under transfer_id
  add column end_transfer_id uuid,                    -- what was booked when it ended: the fee, or the amount back
  add constraint foreign_set_aside check (set_aside_at is null or transfer_id is not null);
