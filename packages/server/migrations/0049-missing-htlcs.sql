-- compatible: no
-- Since when the node has called a payment in flight without an HTLC of it in any channel.
alter table payments.payment add column missing_since timestamptz;
drop function if exists payments.postpone_many(
  timestamptz, uuid[], bigint[], int[], text[], text[], timestamptz[], boolean[], text[], uuid[], text[], text[]);
