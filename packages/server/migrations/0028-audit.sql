-- compatible: yes
-- The full audit runs once a day, in one of the processes.
create table ledger.full_audit (
  one boolean primary key default true check (one),
  made_at timestamptz not null,                       -- the first is due a day later
  begun_at timestamptz,                               -- the newest that was begun; lost when it does not end for hours
  ended_at timestamptz,                               -- the newest that ended
  broken text[] not null default '{}'                 -- the invariants that it found broken
);

insert into ledger.full_audit (made_at)
values (now());

-- What it finds is an incident, and what a recipient holds.
alter table incidents.incident
  drop constraint incident_subject_kind_check,
  add constraint incident_subject_kind_check
    check (subject_kind in ('payment', 'receipt', 'purchase', 'user', 'invariant', 'recipient'));

-- The node has the key of ours and not its past.
alter table ledger.pause
  drop constraint pause_kind_check,
  add constraint pause_kind_check
    check (kind in ('operator', 'audit', 'foreign_payments', 'restore', 'node_short', 'node_rebuilt'));

-- A payment and a receipt that the node was found not to know any more.
alter table lightning.node
  add column forgotten_outgoing bytea,
  add column forgotten_receipt bytea;
