-- compatible: no
-- A payment that an operator assigned to a wallet after a restore: of its request nothing is known, so a new one of the
-- same wallet and amount may be its repetition. An older version would pay it again.
alter table payments.payment
  add column is_assigned boolean not null default false;
create index payment_assigned on payments.payment (account_no, amount_msats) where is_assigned;

-- They take more now; the new ones are written after the migrations.
drop function if exists payments.maybe_paid;
drop function if exists payments.refusal_of_repeat;
drop function if exists payments.bring_back;
drop function if exists restore.bring_back_payment;
