-- compatible: no
-- A node that went back has a name of its own, also where the database did; an older version knows the former one.
alter table ledger.pause
  drop constraint pause_kind_check;
update ledger.pause set kind = 'node_went_back' where kind = 'node_rebuilt';
alter table ledger.pause
  add constraint pause_kind_check
    check (kind in ('operator', 'audit', 'foreign_payments', 'restore', 'node_short', 'node_went_back', 'journal'));

alter table restore.restore
  drop constraint restore_cause_check;
update restore.restore set cause = 'lost_channels' where cause = 'node_rebuilt';
alter table restore.restore
  add constraint restore_cause_check check (cause in ('book_went_back', 'foreign_payments', 'lost_channels'));

alter table lightning.node
  add column lost_channels int not null default 0; -- channels whose data it has reported as lost: an operator was told
