-- From now on new payments are compared with what the node paid without us, of what was found since p_from: a restore
-- was opened. Call it under the lock. Door for the restore slice, as the next two.
create or replace function ledger.compare_payments(p_at timestamptz, p_from timestamptz) returns void
language plpgsql
as $$
begin
  update ledger.book b
     set compared_from = least(case when b.compared_until > p_at then b.compared_from end, p_from),
         compared_until = 'infinity';
end
$$;

-- The restore is over: they are compared until p_until.
create or replace function ledger.compare_payments_until(p_until timestamptz) returns void
language plpgsql
as $$
begin
  update ledger.book b
     set compared_until = p_until
   where b.compared_until = 'infinity';
end
$$;

-- Nothing was restored.
create or replace function ledger.compare_no_payments() returns void
language plpgsql
as $$
begin
  update ledger.book b
     set compared_from = null,
         compared_until = null
   where b.compared_until is not null;
end
$$;

-- Since when what the node paid without us is compared with new payments; null: it is not. Door for the payments slice.
create or replace function ledger.compared_from(p_at timestamptz) returns timestamptz
language sql
stable
as $$
  select b.compared_from
    from ledger.book b
   where b.compared_until > p_at
$$;
