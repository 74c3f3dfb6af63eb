-- What waits for a restore. kind: as `reconcile <hash> --to` takes it. amount_min, amount_max: what the node may have
-- paid for it, in msats, under a hash that the database does not have; null: nothing. payment_hash: of the invoice that
-- it was bound to.
create or replace function restore.list_waiting()
returns table (
  kind text, id uuid, state text, amount_min bigint, amount_max bigint, payment_hash bytea, created_at timestamptz
)
language sql
stable
as $$
  select 'payment', h.*
    from payments.list_waiting() h
  union all
  select h.*
    from vouchers.list_waiting() h
  union all
  select 'purchase', h.*
    from ramp.list_waiting() h
$$;
