-- compatible: no
-- A database that went back in time does not know what has left since. An older version would send it again.

-- Why nothing that moves value is written. `comparing`: the service has started, and nothing has told yet whether this
-- is the database that it worked with before. `restoring`: it is not, and an operator decides. Null: it is open.
alter table ledger.book
  add column closed text check (closed in ('comparing', 'restoring'));

create schema restore;

-- A database was found to have gone back. One is open at a time.
create table restore.restore (
  id uuid primary key,
  cause text not null check (cause in ('book_went_back', 'foreign_payments', 'node_rebuilt')),
  opened_at timestamptz not null,
  found_no bigint not null,                           -- where the ledger ended in this copy
  found_at timestamptz,                               -- its newest posting; null: it has none
  seen_no bigint,                                     -- what a process has seen of the ledger; null: no process had
  seen_hash bytea check (length(seen_hash) = 32),
  ended_at timestamptz,
  reason text,                                        -- of the operator who has ended it
  constraint restore_seen check ((seen_no is null) = (seen_hash is null)),
  constraint restore_ended check ((ended_at is null) = (reason is null))
);
create unique index restore_open on restore.restore ((ended_at is null)) where ended_at is null;

-- What was owed in the copy, and may have been met since: it waits for this restore. Null: it does not.
alter table vouchers.voucher
  add column restore_id uuid;
create index voucher_of_restore on vouchers.voucher (id) where restore_id is not null;

alter table ramp.purchase
  add column restore_id uuid;
create index purchase_of_restore on ramp.purchase (id) where restore_id is not null;
drop function if exists vouchers.end_many(
  timestamptz, uuid[], text[], uuid[], uuid[], uuid[], uuid[], bytea[]);
