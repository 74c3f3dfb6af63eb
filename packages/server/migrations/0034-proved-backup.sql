-- compatible: yes
-- Up to when a copy of a PostgreSQL of the operator's own reached that was restored on trial and compared with this
-- database. Files of the journal whose lines are all older are deleted after 30 days. The embedded database has no
-- row: its backups say it themselves.
create table platform.proved_backup (
  one boolean primary key default true check (one),
  reaches timestamptz not null,                       -- the newest time that the restored copy shows
  posting_no bigint not null check (posting_no >= 0), -- the end of its book
  proved_at timestamptz not null
);
