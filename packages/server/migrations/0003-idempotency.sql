-- compatible: no
-- Idempotency keys, kept for at least 30 days.

create schema idempotency;

-- Two generations take turns. New keys go into the current one. When it has been current for 30 days, every key in the
-- other one is older than that: it is emptied and becomes current (idempotency.rotate_keys). Emptying is a `truncate`,
-- which needs no rights beyond the table and leaves no dead rows; the index for new keys stays small.
create table idempotency.generation (
  one boolean primary key default true check (one),
  current smallint not null check (current in (0, 1)),
  since timestamptz not null
);

insert into idempotency.generation (current, since)
values (0, now());

create table idempotency.claim (
  generation smallint not null,
  -- first half of SHA-256 of project, operation and key
  scope uuid not null,
  -- SHA-256 of the canonical input
  input bytea not null,
  -- what the request made
  resource uuid not null,
  -- the scope first: it alone distinguishes nearly all keys
  primary key (scope, generation)
) partition by list (generation);

create table idempotency.claim_0 partition of idempotency.claim for values in (0);

create table idempotency.claim_1 partition of idempotency.claim for values in (1);
