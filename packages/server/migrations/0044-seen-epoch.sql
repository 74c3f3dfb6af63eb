-- compatible: yes
-- In which epoch the ledger was seen that a restored copy lacks: after a restore its numbers come a second time.
alter table restore.restore
  add column seen_epoch bigint;                        -- null: nothing was seen, or it is not known
