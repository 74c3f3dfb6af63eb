-- Whether there is a payment with this id.
create or replace function onchain.is_begun(p_id uuid) returns boolean
language sql
stable
as $$
  select exists (select from onchain.payment q where q.id = p_id)
$$;

-- Those of these transactions that are payments here, or took the place of one.
create or replace function onchain.list_known(p_txid bytea[]) returns table (txid bytea)
language sql
stable
as $$
  select q.txid
    from onchain.payment q
   where q.txid = any (p_txid)
  union
  select q.replaced_by
    from onchain.payment q
   where q.replaced_by = any (p_txid)
$$;
