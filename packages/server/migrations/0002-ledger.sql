-- compatible: no
-- The ledger: double entry, append only. Amounts are millisatoshis; balance = credits - debits.

create schema ledger;

-- The ledger's one row. What moves money locks it first, inside a single statement and never across round trips, so
-- postings are numbered without gaps and form one hash chain. `paused` is read under the same lock: a row of
-- ledger.pause exists.
create table ledger.book (
  one boolean primary key default true check (one),
  posting_no bigint not null default 0,
  head bytea not null check (length(head) = 32),
  account_no bigint not null,
  paused boolean not null default false,
  -- how often a pause was set
  pause_no bigint not null default 0
);

-- Why sending is paused. Several kinds may hold at the same time, and each is lifted by its own way.
create table ledger.pause (
  kind text primary key check (kind in ('operator', 'audit', 'foreign_payments', 'restore', 'node_short')),
  reason text not null,
  since timestamptz not null,
  -- ledger.book.pause_no when it was last set: whoever read an older number does not know the newest reason
  set_no bigint not null
);

insert into ledger.book (head, account_no)
values (decode(repeat('00', 32), 'hex'), 999);

-- The check of a domain costs where a column is written, the check of a table costs with every update of a row.
create domain ledger.maximum as bigint check (value >= 0);
create domain ledger.minimum as bigint check (value <= 0);

-- Accounts change with every posting: half of each page is left free and no changing column is indexed, so updates stay
-- on their page (HOT) and touch no index.
create table ledger.account (
  no bigint primary key,
  kind text not null,
  balance bigint not null default 0,
  -- the balance never falls below; null: it may
  floor ledger.minimum,
  -- null: none
  max_balance ledger.maximum,
  -- head of the account's history chain; 0: no posting yet
  last_posting bigint not null default 0,
  -- hours since 1970 to which the spending counters are rolled, and what was spent in that hour and in the windows
  -- that end with it; earlier hours are rows of ledger.spend_hour
  hour int not null default 0,
  spent_hour bigint not null default 0,
  spent_day bigint not null default 0,
  spent_week bigint not null default 0,
  spent_month bigint not null default 0,
  -- spending limits of the rolling 24 hours, 7 days, 30 days; null: none
  limit_day ledger.maximum,
  limit_week ledger.maximum,
  limit_month ledger.maximum,
  -- the hour in which the limits were last set: what was spent before may be above them
  limits_hour int not null default 0,
  check (balance >= floor)
) with (fillfactor = 50);

-- The system accounts (slices/ledger/model/chart.ts says what each is for). Customers' accounts start at 1000.
insert into ledger.account (no, kind, floor)
values
  (1, 'reserved', 0),
  (2, 'lightning_node', null),
  (3, 'onchain', null),
  (4, 'routing_expense', null),
  (5, 'liquidity_expense', null),
  (6, 'chain_costs', null),
  (7, 'operator_equity', null),
  (8, 'incident', null),
  (9, 'suspense', null),
  (10, 'loss', null),
  (11, 'fee_income_email', null),
  (12, 'fee_income_ramp', null),
  (13, 'vouchers_outstanding', 0),
  (14, 'ramp_clearing', null),
  (15, 'fiat_receivable', null);

-- One row for each movement, never changed. A transfer is a run of postings with one public id. Primary key only: a
-- history index costs six times the row itself, so history is a chain instead (`…_previous`), walked from the account.
-- No foreign keys, for the same reason; the posting function refuses unknown accounts and the audit looks again.
create table ledger.posting (
  no bigint primary key,
  transfer uuid not null,
  debit bigint not null,
  credit bigint not null,
  amount bigint not null check (amount > 0),
  debit_after bigint not null,
  credit_after bigint not null,
  -- the previous posting of the debit and of the credit account; 0: none
  debit_previous bigint not null,
  credit_previous bigint not null,
  -- what the money moved for: a kind such as 'payment' and its id
  cause_kind text not null,
  cause uuid not null,
  at timestamptz not null,
  -- see ledger.posting_hash
  hash bytea not null,
  check (debit <> credit)
);

-- How far each invariant was found to hold: the next process checks only what is newer.
create table ledger.audited (
  invariant text primary key,
  posting_no bigint not null,
  hash bytea not null
);

-- What an account spent in an hour that is over. Negative when a reservation is released whose hour the account had
-- already left (a clock that went backwards).
create table ledger.spend_hour (
  account bigint,
  hour int,
  spent bigint not null,
  -- with what was spent, because the rows of an account lie far apart: sums over its hours read the index alone
  primary key (account, hour) include (spent)
);
