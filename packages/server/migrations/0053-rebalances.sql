-- compatible: no
-- A receipt that the node itself has paid waits in suspense for the booking of that payment, and is no incident.
alter table receiving.receipt
  drop constraint receipt_flags_check,
  add constraint receipt_flags_check
    check (flags <@ array['late', 'overpaid', 'underpaid', 'second', 'no_slot', 'over_maximum', 'unknown', 'suspense',
                          'rebalance']);

-- They take more now; the new ones are written after the migrations.
drop function if exists receiving.credit_many(
  timestamptz, uuid[], uuid[], bytea[], bigint[], bigint[], timestamptz[], text[], text[], text[], uuid[], uuid[]);
drop function if exists receiving.credit(
  timestamptz, uuid, uuid, bytea, bigint, bigint, timestamptz, uuid, uuid);
