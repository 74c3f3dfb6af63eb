-- compatible: yes
-- What people write down about their own wallet.

create schema own_wallet;

create table own_wallet.note (
  wallet_id uuid,                                     -- of slice wallets
  about uuid,                                         -- id of a payment, a charge, a voucher or a transfer
  text text not null check (length(text) between 1 and 500),
  written_at timestamptz not null,
  primary key (wallet_id, about)
);

-- Whom a person has paid at an e-mail address: vouchers keep a hash of it alone.
create table own_wallet.email_payment (
  wallet_id uuid,
  key text,                                           -- idempotency key of the request
  email text not null check (length(email) between 3 and 254),
  begun_at timestamptz not null,
  voucher_id uuid,                                    -- of slice vouchers; null: not paid yet, or refused
  primary key (wallet_id, key)
);

create index email_payment_by_voucher on own_wallet.email_payment (wallet_id, voucher_id);
create index email_payment_by_time on own_wallet.email_payment (wallet_id, begun_at);

-- One row for each wallet that pays to e-mail addresses: it is locked while they are counted.
create table own_wallet.email_sender (
  wallet_id uuid primary key
);
