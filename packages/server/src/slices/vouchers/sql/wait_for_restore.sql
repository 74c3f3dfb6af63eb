-- What is being paid out waits for a restore: it may have been taken since the copy was made. Door for the restore
-- slice, as the next one.
create or replace function vouchers.wait_for_restore(p_restore uuid) returns void
language plpgsql
as $$
begin
  update vouchers.voucher v
     set restore_id = p_restore,
         version = v.version + 1
   where v.state = 'claiming'
     and v.restore_id is null;
end $$;

-- So does what can be taken, while the ledger is closed: there may be hundreds of thousands. One call looks at p_limit
-- vouchers after the one with the id p_after (null: from the first). Returns the last one's id; null: it was through.
create or replace function vouchers.wait_some(p_restore uuid, p_after uuid, p_limit int) returns uuid
language plpgsql
as $$
declare
  page uuid[];
begin
  page := array(
    select v.id
      from vouchers.voucher v
     where v.id > coalesce(p_after, '00000000-0000-0000-0000-000000000000')
     order by v.id
     limit p_limit);
  update vouchers.voucher v
     set restore_id = p_restore,
         version = v.version + 1
   where v.id = any (page)
     and v.state in ('open', 'claiming')
     and v.restore_id is null;
  return case when cardinality(page) = p_limit then page[p_limit] end;
end $$;

-- What waits for a restore. amount_min, amount_max: its value; what of it the node pays out the rules say.
-- payment_hash: of the invoice that it was bound to.
create or replace function vouchers.list_waiting()
returns table (
  kind text, id uuid, state text, amount_min bigint, amount_max bigint, payment_hash bytea, created_at timestamptz
)
language sql
stable
as $$
  select v.kind, v.id, v.state, v.amount_msats, v.amount_msats, v.payment_hash, v.created_at
    from vouchers.voucher v
   where v.restore_id is not null
$$;

-- Lets these go on. Returns those that waited.
create or replace function vouchers.release_waiting(p_at timestamptz, p_id uuid[]) returns table (id uuid)
language plpgsql
as $$
begin
  return query
    update vouchers.voucher v
       set restore_id = null,
           version = v.version + 1,
           due_at = case v.state when 'open' then least(v.due_at, v.expires_at) else p_at end
     where v.id = any (p_id)
       and v.restore_id is not null
    returning v.id;
end $$;

-- When what waits for a restore would have expired: then its value goes back, as soon as it goes on.
create or replace function vouchers.list_deadlines() returns table (id uuid, at timestamptz)
language sql
stable
as $$
  select v.id, v.expires_at
    from vouchers.voucher v
   where v.restore_id is not null
     and v.state = 'open'
$$;
