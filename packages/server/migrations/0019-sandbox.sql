-- compatible: yes
-- The sandbox of the on-ramp: a card processor and an identity provider whose money is made up. Nothing of a card is
-- kept but what processors show of it.

create schema sandbox;

create table sandbox.payment (
  reference text primary key check (reference ~ '^sbp_[A-Za-z0-9_-]{32}$'),   -- unguessable: who has it may pay
  purchase_id text not null unique,
  amount bigint not null check (amount > 0),          -- minor units
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  email text not null,
  description text not null,
  state text not null check (state in ('waiting', 'requires_action', 'authorized', 'captured', 'canceled')),
  -- why the last card was
  declined text check (declined in ('card_declined', 'insufficient_funds', 'authentication_failed')),
  declines int not null default 0 check (declines >= 0),
  refund text not null default 'none' check (refund in ('none', 'pending', 'succeeded', 'failed')),
  dispute text not null default 'none' check (dispute in ('none', 'open', 'won', 'lost')),
  fee bigint check (fee between 0 and amount),
  -- of the card that was taken
  behaviour text check (behaviour in ('plain', 'asks', 'disputed', 'late', 'refund_fails')),
  fingerprint text,
  brand text,
  last4 text check (last4 ~ '^[0-9]{4}$'),
  due text check (due in ('authorize', 'dispute', 'fail_refund')),   -- what will happen by itself
  due_at timestamptz,
  version int not null default 0,                     -- counts the changes: each names the version that it has read
  created_at timestamptz not null,
  constraint payment_due check ((due is null) = (due_at is null)),
  constraint payment_due_authorize check (due is distinct from 'authorize' or state = 'waiting'),
  constraint payment_due_dispute check (due is distinct from 'dispute' or (state = 'captured' and refund = 'none' and dispute = 'none')),
  constraint payment_due_refund check (due is distinct from 'fail_refund' or refund = 'pending'),
  constraint payment_card check (
    (behaviour is null) = (fingerprint is null)
    and (behaviour is null) = (brand is null)
    and (behaviour is null) = (last4 is null)),
  constraint payment_authorized check (state not in ('requires_action', 'authorized', 'captured') or behaviour is not null),
  constraint payment_declined check (declined is null or declines > 0),
  constraint payment_captured check ((state = 'captured') = (fee is not null)),
  constraint payment_after_capture check (state = 'captured' or (refund = 'none' and dispute = 'none'))
);
create index payment_due_at on sandbox.payment (due_at)
  where due_at is not null;
create index payment_created_at on sandbox.payment (created_at);

-- One try of a user to be identified. No name is kept.
create table sandbox.identity (
  reference text primary key check (reference ~ '^sbi_[A-Za-z0-9_-]{32}$'),
  try_id text not null unique,
  user_id uuid not null,
  state text not null check (state in ('waiting', 'processing', 'approved', 'rejected', 'retry', 'review')),
  due_at timestamptz,                                 -- when it is approved by itself
  version int not null default 0,
  created_at timestamptz not null,
  constraint identity_due check ((state = 'processing') = (due_at is not null))
);
create index identity_due_at on sandbox.identity (due_at)
  where due_at is not null;
create index identity_review on sandbox.identity (created_at)
  where state = 'review';

-- Numbers the changes. Its row is locked until the change is committed, so that numbers become visible in their order.
create table sandbox.counter (
  id int primary key check (id = 1),
  last_no bigint not null
);
insert into sandbox.counter (id, last_no) values (1, 0);

-- What has changed, for messages and for those who missed them.
create table sandbox.change (
  no bigint primary key,
  subject text not null check (subject in ('payment', 'identity')),
  reference text not null,
  what text not null check (what ~ '^[a-z_]+$'),
  changed_at timestamptz not null
);
create index change_of_payment on sandbox.change (changed_at, no)
  where subject = 'payment';
