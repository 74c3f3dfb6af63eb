-- Purchases that are begun and not over wait for a restore: they may have been captured, delivered or refunded since
-- the copy was made. Door for the restore slice.
create or replace function ramp.wait_for_restore(p_restore uuid) returns void
language plpgsql
as $$
begin
  update ramp.purchase q
     set restore_id = p_restore,
         version = q.version + 1
   where q.state in (
           'requires_payment', 'requires_action', 'authorized', 'captured', 'on_hold', 'delivering', 'refund_pending',
           'refund_failed')
     and q.restore_id is null;
end $$;

-- What waits for a restore. amount_min, amount_max: what the node may have paid for it over Lightning; null: nothing.
create or replace function ramp.list_waiting()
returns table (id uuid, state text, amount_min bigint, amount_max bigint, payment_hash bytea, created_at timestamptz)
language sql
stable
as $$
  select q.id, q.state, p.amount, p.amount, null::bytea, q.created_at
    from ramp.purchase q,
         lateral (select case when q.chain_fee_msats is null then q.amount_msats end) p (amount)
   where q.restore_id is not null
$$;

-- Lets these go on. Returns those that waited. The time in which one is to be delivered begins anew.
create or replace function ramp.release_waiting(p_at timestamptz, p_id uuid[]) returns table (id uuid)
language plpgsql
as $$
begin
  return query
    update ramp.purchase q
       set restore_id = null,
           tries = 0,
           version = q.version + 1,
           changed_at = case when q.state in ('captured', 'on_hold') then p_at else q.changed_at end,
           due_at = p_at
     where q.id = any (p_id)
       and q.restore_id is not null
    returning q.id;
end $$;
