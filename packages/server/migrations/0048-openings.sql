-- compatible: yes
-- What each opening of a restore has found and seen: a second one is another question to the journal.
create table restore.opening (
  restore_id uuid not null references restore.restore,
  opened_no int not null,
  found_no bigint not null,                           -- where the ledger ended in the copy
  seen_no bigint,                                     -- what a process had seen of it; null: none had
  seen_epoch bigint,                                  -- in which epoch; null: it is not known
  primary key (restore_id, opened_no)
);
insert into restore.opening (restore_id, opened_no, found_no, seen_no, seen_epoch)
select r.id, r.opened_no, r.found_no, r.seen_no, r.seen_epoch
  from restore.restore r
 where r.ended_at is null;

-- It takes more now; the new one is written after the migrations.
drop function if exists restore.open_restore(timestamptz, uuid, text, bigint, bytea);
