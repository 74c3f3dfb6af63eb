-- compatible: no
-- Limits of the whole service. An older version would not count what it sends.

-- What the whole service may send and hold; null: no limit. A first connection to a node on mainnet sets them.
create table ledger.service_limit (
  one boolean primary key default true check (one),
  payment_msats ledger.maximum,                       -- one payment, fees not counted
  day_msats ledger.maximum,                           -- all payments of 24 hours, fees not counted
  wallets_msats ledger.maximum,                       -- all wallets and vouchers: above it no invoice is made
  in_flight int check (in_flight >= 0)                -- payments over Lightning that are not finished
);

insert into ledger.service_limit default values;

-- What operators have changed of them.
create table ledger.service_limit_change (
  id uuid primary key,
  name text not null check (name in ('payment', 'day', 'wallets', 'in_flight')),
  value bigint,                                       -- msats, or a number of payments; null: no limit
  reason text not null,
  changed_at timestamptz not null
);

-- What left in an hour (hours since 1970), without what came back. One row an hour in which something left.
create table ledger.sent_hour (
  hour int primary key,
  sent_msats bigint not null check (sent_msats >= 0)
);

-- The hour in which a payment counts there; null: it does not, or no more.
alter table payments.payment add column counted_hour int;
alter table onchain.payment add column counted_hour int;

-- Payments that count, for the audit.
create index payment_counted on payments.payment (counted_hour)
  where counted_hour is not null;
