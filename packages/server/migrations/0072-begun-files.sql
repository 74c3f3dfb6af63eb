-- compatible: yes
-- Files whose payments or vouchers members of a project have begun on the dashboard, for 14 days.

create table idempotency.begun_file (
  project_id uuid not null,
  kind text not null check (kind in ('payments', 'vouchers')),
  print bytea not null check (length(print) = 32),    -- SHA-256 of what it would pay or make
  key text not null,                                  -- the idempotency keys of its rows begin with it
  begun_at timestamptz not null,                      -- of the key
  primary key (project_id, kind, print)
);

create index begun_file_by_time on idempotency.begun_file (begun_at);
