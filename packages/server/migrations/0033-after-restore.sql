-- compatible: no
-- What protects clients and users after a restore. An older version would send with keys that wait for confirmation.

-- A key that was revoked after the copy was made is alive again in it. Keys of the copy may only read until the operator
-- has confirmed them.
alter table projects.project_key
  add column unconfirmed boolean not null default false;
