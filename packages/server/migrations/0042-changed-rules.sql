-- compatible: no
-- A key whose rules were changed after a copy of the database was made has the former ones in the copy. An older
-- version would let it do again what it may do no more.
alter table projects.project_key
  -- the journal says so: it may only read until an operator has given it its rules
  add column rules_changed boolean not null default false,
  add constraint project_key_rules check (not rules_changed or unconfirmed or revoked_at is not null);
