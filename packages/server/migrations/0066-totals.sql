-- compatible: yes
-- What a request leaves behind, and what each project paid and received by the hour.

-- What the request that asked for it was called, as its answer said; null: none did, or before this was written down.
alter table payments.payment add column request_id text;
alter table receiving.charge add column request_id text;
alter table receiving.static_charge add column request_id text;
alter table vouchers.voucher add column request_id text;
alter table ramp.session add column request_id text;

create index payment_by_request on payments.payment (request_id) where request_id is not null;
create index charge_by_request on receiving.charge (request_id) where request_id is not null;
create index static_charge_by_request on receiving.static_charge (request_id) where request_id is not null;
create index voucher_by_request on vouchers.voucher (request_id) where request_id is not null;
create index session_by_request on ramp.session (request_id) where request_id is not null;

create schema requests;

-- Requests with a valid key that were refused or failed, for 30 days.
create table requests.refused (
  id uuid primary key,                                -- made by the process, UUID version 7
  project_id uuid not null,
  key_id uuid not null,
  request_id text not null,
  at timestamptz not null,                            -- of the answer
  method text not null,
  route text not null,                                -- the path with the names of its parameters
  path text not null,
  status smallint not null,
  code text not null,
  message text not null,
  details jsonb not null,                             -- a list of {field, issue}
  body text check (octet_length(body) <= 4096),       -- JSON without secrets, cut; null: there was none
  network text not null,
  took_ms int not null
);

create index refused_at on requests.refused (at);
create index refused_by_project on requests.refused (project_id, id);
create index refused_by_request on requests.refused (project_id, request_id);
create index refused_by_code on requests.refused (project_id, code, id);
create index refused_by_status on requests.refused (project_id, status, id);
create index refused_by_key on requests.refused (project_id, key_id, id);

-- How many of them were kept in an hour since 1970: of a project, and of all.
create table requests.project_hour (
  project_id uuid not null,
  hour int not null,
  kept int not null,
  primary key (project_id, hour)
);
create table requests.hour (
  hour int primary key,
  kept int not null
);

create schema totals;

-- What a project paid and received in an hour since 1970. Payments count in the hour in which they ended, what came in
-- in the hour in which it was recorded.
create table totals.project_hour (
  project_id uuid not null,
  hour int not null,
  completed int not null,
  took_1s int not null,                               -- of them within 1 s, of the others within 5 s, and so on
  took_5s int not null,
  took_30s int not null,
  took_5m int not null,
  took_1h int not null,
  took_longer int not null,
  failed int not null,
  received int not null,                              -- from others, over Lightning or within this service
  completed_msats bigint not null,
  fees_msats bigint not null,
  took_ms bigint not null,                            -- of all completed ones together
  failed_msats bigint not null,
  received_msats bigint not null,
  primary key (project_id, hour)
);

-- Up to which posting of the ledger they are counted; what there is already is counted by the running service.
create table totals.counted (
  one boolean primary key default true check (one),
  posting_no bigint not null
);
insert into totals.counted (posting_no) values (0);
