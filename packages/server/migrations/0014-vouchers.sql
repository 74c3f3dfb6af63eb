-- compatible: yes
-- Vouchers and withdrawal requests: money that waits for its taker. What moves money in these tables are the functions
-- in slices/vouchers/sql.

create schema vouchers;

create table vouchers.voucher (
  id uuid primary key,                                -- made by the caller, UUID version 7
  kind text not null check (kind in ('voucher', 'withdrawal')),
  batch_id uuid not null,                             -- of the request that made it, and perhaps others with it
  wallet_id uuid not null,                            -- the issuer
  owner_id uuid not null,                             -- of the wallet
  account_no bigint not null,                         -- the wallet's account in the ledger
  code text check (code ~ '^[0-9A-F]{8}$'),           -- shows and revokes a voucher
  token_hash bytea not null unique check (length(token_hash) = 32),      -- SHA-256 of the claim token, which redeems
  token text,                                         -- of a withdrawal request alone: its LNURL is shown again
  -- SHA-256 of the e-mail address that it was sent to
  recipient_hash bytea check (length(recipient_hash) = 32),
  amount_msats bigint not null check (amount_msats > 0),
  -- on top of it, for a payment to an e-mail address; never given back
  our_fee_msats bigint not null check (our_fee_msats >= 0),
  -- of one that was mailed; while it is not known to be sent, due_at asks about it
  mail_id uuid,
  -- the user whose wallet such a payment credited at once, without a mail
  receiver_id uuid,
  description text not null,
  internal_id text,
  callback_url text,
  create_transfer_id uuid,                            -- from the wallet to the account of vouchers
  key_id uuid,                                        -- the project key that asked, when it has a policy
  key_hour int,                                       -- the hour in which its budget counts what is not given back
  created_at timestamptz not null,
  expires_at timestamptz not null,

  state text not null check (state in ('open', 'claiming', 'redeemed', 'revoked', 'expired')),
  version int not null default 1,
  -- when it is looked at next: its expiry, or the outcome of its mail or payment
  due_at timestamptz,

  payment_id uuid unique,                             -- that pays it out: of a claim, and of one that succeeded
  invoice text,                                       -- BOLT 11: the one that the claim is bound to
  payment_hash bytea check (length(payment_hash) = 32),
  claim_msats bigint check (claim_msats > 0),         -- what the invoice asks for

  ended_at timestamptz,
  -- the wallet that redeemed or revoked it; null: the system, or over Lightning
  ended_by uuid,
  -- to the wallet that redeemed it, back to the issuer, or the payment's
  end_transfer_id uuid,
  rest_transfer_id uuid,                              -- what a payment left over, back to the issuer
  fee_msats bigint check (fee_msats >= 0),            -- what the route took

  constraint voucher_kind check (
    (kind = 'voucher') = (code is not null)
    and (kind = 'voucher') = (create_transfer_id is not null)
    and (kind = 'withdrawal') = (token is not null)),
  constraint voucher_key check ((key_id is null) = (key_hour is null)),
  constraint voucher_due check ((state in ('open', 'claiming')) = (due_at is not null)),
  constraint voucher_ended check ((state in ('open', 'claiming')) = (ended_at is null)),
  constraint voucher_claim check (
    (payment_id is null) = (invoice is null)
    and (payment_id is null) = (payment_hash is null)
    and (payment_id is null) = (claim_msats is null)),
  constraint voucher_claiming check (
    case state when 'claiming' then payment_id is not null when 'redeemed' then true else payment_id is null end),
  constraint voucher_claim_amount check (claim_msats <= amount_msats)
);

-- A code is one voucher's as long as it can be redeemed.
create unique index voucher_code on vouchers.voucher (code)
  where state in ('open', 'claiming');
create index voucher_by_wallet on vouchers.voucher (wallet_id, kind, id);
create index voucher_by_wallet_code on vouchers.voucher (wallet_id, code, id)
  where code is not null;
create index voucher_by_internal_id on vouchers.voucher (wallet_id, internal_id, id)
  where internal_id is not null;
create index voucher_by_batch on vouchers.voucher (batch_id);
create unique index voucher_by_end on vouchers.voucher (end_transfer_id)
  where end_transfer_id is not null;
create index voucher_due on vouchers.voucher (due_at)
  where due_at is not null;

-- How many wrong codes came from an account, from a network, and in all, since the first one of an hour.
create table vouchers.wrong_code (
  subject text primary key,
  since timestamptz not null,
  wrong int not null check (wrong > 0)
);
