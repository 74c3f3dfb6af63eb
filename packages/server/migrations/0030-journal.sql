-- compatible: yes
-- The journal of what left lies in files outside the database. The database knows which files there are, so that a
-- missing one is noticed.
create table platform.journal_file (
  process uuid primary key,                           -- the name of the file: one process, one start
  role text not null,                                 -- of the process
  opened_at timestamptz not null,
  last_n bigint not null check (last_n > 0),          -- the last line that was known to be on disk
  last_at timestamptz not null,
  deleted_at timestamptz                              -- a proved backup was newer than its last line
);

-- Which life of the installation its lines belong to: a restore begins the next one.
create table platform.journal_epoch (
  one boolean primary key default true check (one),
  epoch bigint not null check (epoch > 0)
);

insert into platform.journal_epoch (epoch)
values (1);

-- A process that cannot write its journal sends nothing.
alter table ledger.pause
  drop constraint pause_kind_check,
  add constraint pause_kind_check
    check (kind in ('operator', 'audit', 'foreign_payments', 'restore', 'node_short', 'node_rebuilt', 'journal'));

-- Under which key a payment over Lightning was asked for, for its line: idempotency.claim has the same.
alter table payments.payment
  add column idempotency_scope uuid,
  add column idempotency_input bytea,
  add constraint payment_idempotency check ((idempotency_scope is null) = (idempotency_input is null));

create function platform.begin_journal_epoch() returns void
language sql
as $$
  update platform.journal_epoch
     set epoch = epoch + 1
$$;
