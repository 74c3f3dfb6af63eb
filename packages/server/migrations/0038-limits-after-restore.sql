-- compatible: no
-- After a restore limits count as full where it is not known what was spent. An older version would let it be spent
-- twice.

-- Until when it is not known what was spent: from the end of the copy to the opening of the restore. A row is gone when
-- the journal has told all of it, or an operator lifts it; windows that began later need nothing.
create table ledger.unknown_spending (
  -- limits of wallets and budgets of keys; limits of the on-ramp
  what text primary key check (what in ('wallets', 'purchases')),
  unknown_until timestamptz not null,
  last_account bigint not null                        -- accounts after it were opened since: they had spent nothing
);

-- They take more now; the new ones are written after the migrations.
drop function if exists ledger.post_departed;
drop function if exists payments.bring_back;
drop function if exists restore.bring_back_payment;
drop function if exists vouchers.bring_back;
