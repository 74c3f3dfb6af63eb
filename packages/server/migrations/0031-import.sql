-- compatible: no
-- What left after a copy of the database was made is brought back from the journal. An older version would send again
-- what was brought back, and would let go on what a wallet has not covered.

-- What the operator lent to wallets for payments that had left before a restore, and that they cannot cover.
insert into ledger.account (no, kind)
values (16, 'restore_deficit');

alter table ledger.account
  -- of that, what this account owes still: nothing leaves it that it needs for this
  add column lent_msats bigint not null default 0 check (lent_msats >= 0);
create index account_lent on ledger.account (no) where lent_msats > 0;

alter table payments.payment
  -- when it was written from the journal or by an operator after a restore; null: it was not
  add column brought_back_at timestamptz,
  drop constraint payment_destination,
  add constraint payment_destination check (case destination_kind
    when 'address' then destination is not null and keysend is null
    when 'wallet' then destination is not null and keysend is null
    when 'gamertag' then destination ~ '^[0-9a-f-]{36} [A-Za-z0-9_.-]+$' and keysend is null
    when 'invoice' then destination is null and keysend is null
    when 'node' then destination is not null and keysend is not null
    when 'unknown' then destination is null and keysend is null and brought_back_at is not null
    else false
  end);

-- The invoice of a claim that was brought back is not known.
alter table vouchers.voucher
  drop constraint voucher_claim,
  add constraint voucher_claim check (
    (payment_id is null) = (payment_hash is null)
    and (payment_id is null) = (claim_msats is null)
    and (invoice is null or payment_id is not null));

-- Nor is that of a delivery.
alter table ramp.purchase
  drop constraint purchase_invoice,
  add constraint purchase_invoice check (
    case
      when chain_fee_msats is null then invoice is null or payment_id is not null
      else invoice is null and chain_fee_msats <= fee_limit_msats
    end);

-- What was lent is one incident for each wallet.
alter table incidents.incident
  drop constraint incident_subject_kind_check,
  add constraint incident_subject_kind_check
    check (subject_kind in ('payment', 'receipt', 'purchase', 'user', 'invariant', 'recipient', 'wallet'));
