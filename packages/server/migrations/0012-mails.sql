-- compatible: yes
-- Mails and their sending. A mail's row is written by the function that makes the mail necessary, through
-- mails.append_many.

create schema mails;

-- A mail on its way, and what is left of it: its content, which may hold secrets, is deleted when it was sent or given
-- up.
create table mails.mail (
  id uuid primary key,                                -- made by the caller, UUID version 7; part of the Message-ID
  kind text not null check (kind ~ '^[a-z_]+$'),
  project_id uuid,                                    -- in whose name it is sent; null: a mail of the service itself
  recipient_hash bytea not null check (length(recipient_hash) = 32),     -- SHA-256 of the address
  unsubscribe_hash bytea check (length(unsubscribe_hash) = 32),          -- SHA-256 of the token in its link
  state text not null check (state in (
    'waiting', 'sent',
    'kept',                                           -- shown at /dev/mail
    'failed',                                         -- given up
    'unsubscribed',                                   -- not sent: its recipient wants no mails
    'cancelled')),                                    -- not sent any more: what it says is not true any more
  attempt int not null default 0,                     -- attempts so far
  due_at timestamptz,                                 -- the next attempt
  good_until timestamptz not null,                    -- of no use afterwards: given up
  lease_until timestamptz,
  lease_token bigint not null default 0,
  last_error text,                                    -- why the last attempt failed; never content
  created_at timestamptz not null,
  finished_at timestamptz,
  recipient text,                                     -- from here on: content
  subject text,
  body_text text,
  body_html text,
  unsubscribe_url text,
  constraint mail_waiting check ((state = 'waiting') = (due_at is not null)),
  constraint mail_finished check ((state = 'waiting') = (finished_at is null)),
  constraint mail_failed check (state <> 'failed' or last_error is not null),
  constraint mail_of_project check ((project_id is null) = (unsubscribe_hash is null)),
  constraint mail_recipient check ((state in ('waiting', 'kept')) = (recipient is not null)),
  constraint mail_content check (
    (recipient is null) = (subject is null)
    and (recipient is null) = (body_text is null)
    and (recipient is null) = (body_html is null)
    and (recipient is null or project_id is null) = (unsubscribe_url is null))
);

create index mail_due on mails.mail (due_at)
  where state = 'waiting';
create index mail_kept on mails.mail (id)
  where state = 'kept';
create index mail_finished_at on mails.mail (finished_at);
create index mail_by_recipient on mails.mail (recipient_hash, created_at);
create index mail_by_project on mails.mail (project_id, created_at);
create unique index mail_by_unsubscribe on mails.mail (unsubscribe_hash);

-- Locked while the mails to an address are counted. Holds also which addresses want none.
create table mails.recipient (
  address_hash bytea primary key check (length(address_hash) = 32),      -- SHA-256 of the address
  unsubscribed_at timestamptz                         -- from then on no project sends to it
);

-- Locked while the mails of a project are counted.
create table mails.sender (
  project_id uuid primary key
);
