-- compatible: yes
-- How often a file was begun before: its key follows from that, so an older copy of the database comes to the same key.

alter table idempotency.begun_file
  add column turn int not null default 0 check (turn >= 0),
  add column begun_by uuid;                           -- the call that began it; null: an earlier version did
