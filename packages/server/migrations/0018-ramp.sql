-- compatible: yes
-- The on-ramp: sessions, purchases, and the books of what was paid with cards. What moves money in these tables are the
-- functions in slices/ramp/sql.

create schema ramp;

-- Which other sites may show the page of a project's sessions in a frame.
create table ramp.project (
  project_id uuid primary key,
  origins text[] not null default '{}'
);

-- Times of sessions are the database's.
create table ramp.session (
  id uuid primary key,                                -- made by the caller, UUID version 7
  project_id uuid not null,
  email text not null,                                -- whose person must prove it
  webhook_url text not null,
  destination text,                                   -- as the project gave it; null: the person's own wallet
  quote_currency text,                                -- null: the person chooses
  reference_id text,
  metadata jsonb,
  token_hash bytea not null unique check (length(token_hash) = 32),      -- SHA-256 of the token that opens the page
  -- SHA-256 of the key of the browser that opened it
  page_hash bytea unique check (length(page_hash) = 32),
  network text,                                       -- of that browser, as limits count it
  user_id uuid,                                       -- as soon as the address is proved
  state text not null check (state in ('open', 'active', 'completed', 'expired', 'canceled')),
  version int not null default 1,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint session_lasts check (expires_at = created_at + interval '15 minutes'),
  constraint session_page check ((page_hash is null) = (network is null)),
  constraint session_active check (state <> 'open' or page_hash is null),
  constraint session_proved check (user_id is null or page_hash is not null),
  constraint session_ended check ((state in ('open', 'active')) = (ended_at is null))
);

create index session_by_project on ramp.session (project_id, id);
create index session_expires on ramp.session (expires_at)
  where state in ('open', 'active');

-- Who buys: what is known of a user's identity.
create table ramp.customer (
  user_id uuid primary key,
  identity text not null check (identity in ('none', 'pending', 'processing', 'approved', 'rejected', 'retry', 'review', 'expired')),
  provider text,
  try_id uuid,                                        -- of the present try
  reference text,                                     -- of the provider, for this try
  session_id uuid,                                    -- in which the try was begun: its project is told
  reason text,
  version int not null default 1,
  tries int not null default 0,
  due_at timestamptz,                                 -- when the provider is asked next
  changed_at timestamptz not null,
  constraint customer_try check ((try_id is null) = (session_id is null)),
  constraint customer_due check (due_at is null or reference is not null)
);

create index customer_due on ramp.customer (due_at)
  where due_at is not null;
create unique index customer_reference on ramp.customer (provider, reference)
  where reference is not null;

create table ramp.purchase (
  id uuid primary key,                                -- made by the caller, UUID version 7
  session_id uuid not null references ramp.session,
  project_id uuid not null,
  user_id uuid not null,
  state text not null,
  previous_state text not null,
  version int not null default 1,

  currency text not null check (currency ~ '^[A-Z]{3}$'),
  source_minor bigint not null check (source_minor > 0),                 -- what the card pays, in minor units
  fee_minor bigint not null check (fee_minor >= 0),                      -- ours, in it
  price_minor bigint not null check (price_minor > 0),                   -- of one bitcoin
  price_source text not null check (price_source in ('market', 'fixed')),
  limit_minor bigint not null check (limit_minor > 0),                   -- the same in EUR cents, for limits
  amount_msats bigint not null check (amount_msats > 0),                 -- what is delivered
  fee_limit_msats bigint not null check (fee_limit_msats >= 0),          -- the most that the route may cost us

  destination text not null,
  destination_key text not null,                      -- as limits count it
  -- SHA-256 of the address without its +tag, hexadecimal digits
  mail_key text not null check (length(mail_key) = 64),
  network text not null,

  processor text not null,
  reference text,                                     -- of the processor
  card_key text,                                      -- processor and fingerprint
  card_brand text,
  card_last4 text,
  declines int not null default 0,

  invoice text,                                       -- BOLT 11, of the recipient
  payment_id uuid unique,
  sold_transfer_id uuid unique,                       -- from the operator's equity
  rest_transfer_id uuid unique,                       -- back to it

  failure_code text,
  detail text,
  held_until timestamptz,                             -- not delivered before, though paid
  due_at timestamptz,
  tries int not null default 0,                       -- since it is in this state
  created_at timestamptz not null,
  quote_until timestamptz not null,
  -- when the person decided to pay: it counts on limits from then on
  begun_at timestamptz,
  changed_at timestamptz not null,
  ended_at timestamptz,

  constraint purchase_fee check (fee_minor < source_minor),
  constraint purchase_begun check ((state in ('quoted', 'expired') and begun_at is null) or begun_at is not null),
  constraint purchase_invoice check ((invoice is null) = (payment_id is null)),
  constraint purchase_sold check (
    case
      when state in ('authorized', 'captured', 'delivering', 'on_hold') then sold_transfer_id is not null and rest_transfer_id is null
      when state in ('quoted', 'requires_payment', 'requires_action') then sold_transfer_id is null
      else true
    end),
  constraint purchase_failed check (failure_code is null or state in ('failed', 'refund_pending', 'refunded', 'refund_failed')),
  -- What was paid goes back when its payment is proved to have failed, or can never begin.
  constraint purchase_refund check (state <> 'refund_pending' or previous_state = 'delivering' or payment_id is null),
  constraint purchase_transition check ((previous_state, state) in (
    ('quoted', 'quoted'),
    ('quoted', 'requires_payment'), ('quoted', 'expired'),
    ('requires_payment', 'requires_action'), ('requires_payment', 'authorized'), ('requires_payment', 'failed'),
    ('requires_payment', 'canceled'), ('requires_payment', 'expired'),
    ('requires_action', 'requires_payment'), ('requires_action', 'authorized'), ('requires_action', 'failed'),
    ('requires_action', 'canceled'), ('requires_action', 'expired'),
    ('authorized', 'captured'), ('authorized', 'failed'), ('authorized', 'canceled'),
    ('captured', 'delivering'), ('captured', 'on_hold'), ('captured', 'refund_pending'),
    ('on_hold', 'delivering'), ('on_hold', 'refund_pending'),
    ('delivering', 'completed'), ('delivering', 'refund_pending'),
    ('refund_pending', 'refunded'), ('refund_pending', 'refund_failed'), ('refund_failed', 'refunded'),
    ('completed', 'disputed'), ('disputed', 'won'), ('disputed', 'lost')))
);

create unique index purchase_reference on ramp.purchase (processor, reference)
  where reference is not null;
-- A session has one purchase at a time, and one that is completed at most.
create unique index purchase_of_session on ramp.purchase (session_id)
  where state not in ('quoted', 'failed', 'canceled', 'expired', 'refunded', 'refund_failed');
create index purchase_by_session on ramp.purchase (session_id, id);
create index purchase_due on ramp.purchase (due_at)
  where due_at is not null;
create index purchase_by_user on ramp.purchase (user_id, begun_at) where begun_at is not null;
create index purchase_by_card on ramp.purchase (card_key, begun_at) where card_key is not null;
create index purchase_by_destination on ramp.purchase (destination_key, begun_at) where begun_at is not null;
create index purchase_by_mail on ramp.purchase (mail_key, begun_at) where begun_at is not null;
create index purchase_by_network on ramp.purchase (network, begun_at) where begun_at is not null;

-- What cards paid and got back, in minor units of a currency: double entry, append only.
create table ramp.entry (
  no bigint primary key,
  purchase_id uuid not null references ramp.purchase,
  kind text not null check (kind in ('sale', 'refund', 'dispute', 'dispute_won', 'processor_fee')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  debit text not null,
  credit text not null,
  amount_minor bigint not null check (amount_minor > 0),
  at timestamptz not null,
  unique (purchase_id, kind),
  constraint entry_accounts check ((kind, debit, credit) in (
    ('sale', 'processor_receivable', 'sales'),
    ('refund', 'refunds', 'processor_receivable'),
    ('dispute', 'disputes', 'processor_receivable'),
    ('dispute_won', 'processor_receivable', 'disputes'),
    ('processor_fee', 'processor_fees', 'processor_receivable')))
);

-- The number of the last entry. Locked after the ledger's row.
create table ramp.book (
  one boolean primary key default true check (one),
  entry_no bigint not null
);

insert into ramp.book (entry_no)
values (0);

-- Messages of processors that were taken: each one once.
create table ramp.message (
  processor text,
  event_id text,
  type text not null,
  at timestamptz not null,
  primary key (processor, event_id)
);

create index message_at on ramp.message (at);

-- Up to where a processor's list of changes was read.
create table ramp.follower (
  processor text primary key,
  cursor text not null
);

-- What is earned in a currency is not msats.
delete from ledger.account
 where kind in ('fee_income_ramp', 'fiat_receivable');

update ledger.account
   set floor = 0
 where kind = 'ramp_clearing';

alter table incidents.incident
  drop constraint incident_subject_kind_check,
  add constraint incident_subject_kind_check check (subject_kind in ('payment', 'receipt', 'purchase'));

-- A code of a mail proves the address of who buys, without a login.
alter table login.attempt
  drop constraint attempt_purpose_check,
  add constraint attempt_purpose_check check (purpose in ('log_in', 'change_email', 'second_factor', 'buy')),
  drop constraint attempt_user,
  add constraint attempt_user check ((state <> 'second_factor' and purpose in ('log_in', 'buy')) = (user_id is null));
