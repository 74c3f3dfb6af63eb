-- compatible: yes
-- What the operator and the contacts of projects are told by mail, once when it begins and once when it is over.

alter table projects.project
  add column contact text check (length(contact) between 3 and 254),      -- e-mail address; null: there is none
  add column low_balance_msats bigint check (low_balance_msats > 0);      -- below it the contact is told; null: never

alter table projects.project_key
  add column ends_at timestamptz,                     -- from then on it is refused; null: never
  add constraint project_key_ends check (ends_at > created_at);

create schema notices;

-- How often notices were written. Who writes names the number that it has seen, so of two processes that decide from
-- the same state one writes, and the other decides again.
create table notices.book (
  one boolean primary key default true check (one),
  no bigint not null default 0
);

insert into notices.book default values;

-- What an address was told of, until it is over.
create table notices.told (
  address_hash bytea not null check (length(address_hash) = 32),          -- SHA-256 of the address
  kind text not null check (kind ~ '^[a-z_]+$'),
  subject text not null,                              -- the id of the endpoint or the project, or what else of the kind
  about jsonb not null,                               -- the names for the mail that says that it is over
  told_at timestamptz not null,
  over_since timestamptz,                             -- null: it holds
  primary key (address_hash, kind, subject)
);

-- Mails of the last 24 hours, to count those of an address.
create table notices.written (
  mail_id uuid primary key,
  address_hash bytea not null check (length(address_hash) = 32),
  written_at timestamptz not null
);
