-- Hash of a posting: SHA-256 over the hash of the posting before it (32 zero bytes for the first) and what the posting
-- says, so that changing, removing or swapping any of them breaks the chain. Numbers are 8 bytes, big-endian;
-- p_at_us is microseconds since 1970 (UTC). Immutable down to its last part (convert_to is not), so that it is computed
-- in place: a call of a function for each posting would double the time of a batch.
create or replace function ledger.posting_hash(
  p_previous bytea,
  p_no bigint,
  p_transfer uuid,
  p_debit bigint,
  p_credit bigint,
  p_amount bigint,
  p_cause_kind text,
  p_cause uuid,
  p_at_us bigint
)
returns bytea
language sql
immutable
as $$
  select sha256(
    p_previous
    || int8send(p_no)
    || uuid_send(p_transfer)
    || int8send(p_debit)
    || int8send(p_credit)
    || int8send(p_amount)
    || int8send(p_at_us)
    || uuid_send(p_cause)
    || replace(p_cause_kind, '\', '\\')::bytea
  )
$$;
