-- compatible: no
-- Events and their delivery. An event's row is written by the function that makes the change true, through
-- events.append_many.

create schema events;

-- Where a project wants its events sent.
create table events.endpoint (
  id uuid primary key,                                -- made by the caller, UUID version 7
  owner_id uuid not null,                             -- the project
  url text not null,
  host text generated always as (lower(substring(url from '^[a-zA-Z]+://([^/?#]+)'))) stored, -- as events.host_of
  types text[],                                       -- null: every type
  description text not null,
  state text not null check (state in ('enabled', 'disabled', 'removed')), -- removed: only its deliveries show it
  disabled_reason text,                               -- stays when it is removed
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint endpoint_disabled check (state = 'removed' or (state = 'disabled') = (disabled_reason is not null))
);

create index endpoint_by_owner on events.endpoint (owner_id, id);
create index endpoint_by_host on events.endpoint (host);

-- What signs a project's deliveries: Standard Webhooks, HMAC-SHA256. After a rotation the previous one signs too, for a
-- day.
create table events.secret (
  owner_id uuid primary key,
  secret bytea not null check (length(secret) between 24 and 64),
  previous bytea check (length(previous) between 24 and 64),
  previous_until timestamptz,
  rotated_at timestamptz not null,
  rotation_id uuid,                                   -- the call that made it; null: the first delivery did
  constraint secret_previous check ((previous is null) = (previous_until is null))
);

-- How many events have been written. The row stays locked until the transaction ends, so transactions commit in the
-- order of their numbers: a reader that sees event n sees, or has seen, every event before it. Ids are made before
-- their transaction and have no such order.
create table events.counter (
  one boolean primary key default true check (one),
  no bigint not null default 0
);

insert into events.counter default values;

-- Projects that read the stream of their events: until then their events are written although no endpoint takes them.
create table events.listening (
  owner_id uuid primary key,                          -- the project
  until timestamptz not null
);

-- What happened to a thing of a project. Written only when somebody receives it. The body is made from the thing when
-- it is read; `facts` holds what of the thing may change after the event.
create table events.event (
  id uuid primary key,                                -- made by the caller, UUID version 7; "webhook-id" on the wire
  owner_id uuid not null,                             -- the project
  type text not null check (type ~ '^[a-z_]+(\.[a-z_]+)+$'),
  object_id uuid not null,                            -- the payment, charge or receipt
  sequence int not null check (sequence > 0),         -- grows with each event of the object
  facts jsonb,
  streamed boolean not null,                          -- written for the stream alone: it has no delivery
  no bigint not null,                                 -- of events.counter; never shown
  created_at timestamptz not null
);

create index event_by_owner on events.event (owner_id, id);
create unique index event_by_no on events.event (owner_id, no);
create index event_by_object on events.event (object_id);

-- An event on its way to one receiver.
create table events.delivery (
  event_id uuid not null references events.event (id),
  receiver_id uuid not null,                          -- the endpoint; the event's own id for a callbackUrl
  endpoint_id uuid references events.endpoint (id),   -- null: a callbackUrl
  owner_id uuid not null,
  url text not null,
  host text not null,                                 -- "host" or "host:port" in lower case
  state text not null check (state in ('waiting', 'delivered', 'failed', 'cancelled')),
  attempt int not null default 0,                     -- attempts so far
  -- of these, those before it was last sent again: their pauses count no more
  resent_after int not null default 0,
  due_at timestamptz,                                 -- the next attempt
  lease_until timestamptz,
  lease_token bigint not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (event_id, receiver_id),
  constraint delivery_resent_after check (resent_after between 0 and attempt),
  constraint delivery_waiting check ((state = 'waiting') = (due_at is not null)),
  constraint delivery_finished check ((state = 'waiting') = (finished_at is null))
);

-- The queues: by host and project; what was never tried before what failed before, so that retries do not delay newer
-- events.
create index delivery_due on events.delivery (host, owner_id, (attempt > 0), due_at)
  where state = 'waiting';
create index delivery_failed on events.delivery (owner_id, finished_at)
  where state = 'failed';
-- Lists of a project's events by the state of a delivery. Nearly all deliveries are delivered and leave it.
create index delivery_by_state on events.delivery (owner_id, state, event_id)
  where state <> 'delivered';

-- Every attempt that was made.
create table events.attempt (
  event_id uuid not null,
  receiver_id uuid not null,
  number int not null,
  started_at timestamptz not null,
  duration_ms int not null check (duration_ms >= 0),
  status int,                                         -- of the answer; null when there was none
  error text,                                         -- why there was none
  answer text,                                        -- first KiB of the answer's body, for operators only
  primary key (event_id, receiver_id, number),
  foreign key (event_id, receiver_id) references events.delivery (event_id, receiver_id)
);

-- What a call that resends failed deliveries did, for the same call with the same key.
create table events.resend (
  id uuid primary key,
  owner_id uuid not null,
  resent int not null check (resent >= 0),
  next_since timestamptz,                             -- where the next call goes on; null: nothing is left
  created_at timestamptz not null
);

-- Hosts that only their project's callbacks and endpoints may name. Many may try to claim one; who shows the file has
-- it.
create table events.callback_host (
  id uuid primary key,                                -- made by the caller, UUID version 7
  host text not null check (host = lower(host)),      -- "host", or "host:port" where the operator allows that pair
  owner_id uuid not null,                             -- the project
  token text not null,                                -- what the challenge file must hold
  created_at timestamptz not null,
  checked_at timestamptz,                             -- the last look at the file
  verified_at timestamptz,
  unique (owner_id, host)
);

create unique index callback_host_verified on events.callback_host (host)
  where verified_at is not null;
create index callback_host_by_owner on events.callback_host (owner_id, id);

-- What a call that gave up a callback host answered, for the same call with the same key.
create table events.released_host (
  id uuid primary key,                                -- of the call
  host_id uuid not null,
  owner_id uuid not null,
  host text not null,
  token text not null,
  created_at timestamptz not null,
  verified_at timestamptz,
  released_at timestamptz not null
);
