-- Binds a payment to the one invoice it will ever have. The book is locked so that of two payments of one invoice only
-- the first gets it.
--
-- outcome: 0 stored, 1 the lease is lost, 2 another payment of this invoice is under way, 3 it was paid before.
create or replace function payments.store_invoice_many(
  p_at timestamptz,
  p_id uuid[],
  p_lease_token bigint[],
  p_invoice text[],
  p_payment_hash bytea[],
  p_expires_at timestamptz[],
  p_description_hash_matches boolean[]
) returns table (i int, outcome smallint)
language plpgsql
as $$
declare
  k int;
  other text;
begin
  perform ledger.lock_book();
  for k in 1..cardinality(p_id) loop
    i := k;
    select case when q.state in ('completed', 'failed') then 'ended' else 'open' end into other
      from payments.payment q
     where q.payment_hash = p_payment_hash[k]
       and q.id <> p_id[k]
       and (q.state <> 'failed' or q.hash_is_frozen);
    if other is not null then
      outcome := case other when 'open' then 2 else 3 end;
    else
      update payments.payment q
         set previous_state = 'resolving',
             state = 'ready',
             version = q.version + 1,
             invoice = p_invoice[k],
             payment_hash = p_payment_hash[k],
             invoice_expires_at = p_expires_at[k],
             description_hash_matches = p_description_hash_matches[k]
       where q.id = p_id[k]
         and q.state = 'resolving'
         and q.lease_token = p_lease_token[k];
      outcome := case when found or exists (
        -- Repeated after a lost connection: it is stored already.
        select from payments.payment q
         where q.id = p_id[k]
           and q.state = 'ready'
           and q.invoice = p_invoice[k]
           and q.lease_token = p_lease_token[k]) then 0 else 1 end;
    end if;
    return next;
  end loop;
end $$;
