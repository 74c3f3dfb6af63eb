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
    other := payments.other_of_hash(p_payment_hash[k], p_id[k]);
    if other is not null then
      outcome := case other when 'open' then 2 else 3 end;
    else
      update payments.payment q
         set previous_state = 'resolving',
             state = 'ready',
             version = q.version + 1,
             status_detail = null,
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

-- Whether a payment hash belongs to another payment than p_id: 'open' while that one is under way, 'ended' when it was
-- paid, else null. One that failed leaves it free.
create or replace function payments.other_of_hash(p_payment_hash bytea, p_id uuid) returns text
language plpgsql
as $$
begin
  return (
    select case when q.state in ('completed', 'failed') then 'ended' else 'open' end
      from payments.payment q
     where q.payment_hash = p_payment_hash
       and q.id <> p_id
       and (q.state <> 'failed' or q.hash_is_frozen));
end $$;
