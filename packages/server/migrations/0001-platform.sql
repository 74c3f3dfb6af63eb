-- compatible: no
-- Files that are run again whenever their text changes: the slices' functions and rights.
-- The schema exists already: what guards the migrations against two starters is made before the first of them.
create table platform.repeatable (
  file       text primary key,
  sha256     bytea not null,
  applied_at timestamptz not null default now()
);
