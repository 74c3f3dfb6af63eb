-- compatible: no
-- Lists are filtered and searched, each filter by an index of its own; a pending payment names why it waits. An older
-- version would call a function that is gone.

alter table payments.payment
  add column status_reason text;                      -- of texts/progress.ts; null: nothing had to wait yet

-- What is filtered among finished payments alone costs one entry a payment: pending ones are few, and payment_due has
-- them.
create index payment_failed_by_wallet on payments.payment (wallet_id, id)
  where state = 'failed';
create index payment_by_key on payments.payment (wallet_id, key_id, state, id)
  where key_id is not null and state in ('completed', 'failed');
-- Whom it went to: the address, the wallet, the node, or the user whose gamertag it was, without upper case.
create index payment_by_recipient on payments.payment
  (wallet_id, (left(lower(split_part(destination, ' ', 1) collate "C"), 320)), state, id)
  where destination is not null and state in ('completed', 'failed');

create index charge_by_state on receiving.charge (wallet_id, state, id);
drop index receiving.charge_by_static;
create index charge_by_static on receiving.charge (static_charge_id, id)
  where static_charge_id is not null;

create index voucher_by_state on vouchers.voucher (wallet_id, kind, state, id);
create index voucher_by_key on vouchers.voucher (wallet_id, key_id, id)
  where key_id is not null;
create index voucher_by_recipient on vouchers.voucher (wallet_id, recipient_hash, id)
  where recipient_hash is not null;

create index session_by_state on ramp.session (project_id, state, id);
create index session_by_reference on ramp.session (project_id, reference_id, id)
  where reference_id is not null;
create index session_by_email on ramp.session (project_id, email, id);

create index purchase_by_project on ramp.purchase (project_id, id)
  where begun_at is not null;
create index purchase_by_state on ramp.purchase (project_id, state, id)
  where begun_at is not null;
create index purchase_by_buyer on ramp.purchase (project_id, user_id, id)
  where begun_at is not null;
-- As people name it: the last digits of its id.
create index purchase_by_number on ramp.purchase (right(id::text, 12), project_id)
  where begun_at is not null;

create index consent_by_client on oauth.consent (client_id, created_at, user_id);
