-- Binds a payment to the one invoice it will ever have. The book is locked so that of two payments of one invoice only
-- the first gets it.
--
-- outcome: stored, lease_lost, in_use (another payment of this hash is pending), already_paid (of this hash, by a
--          payment of ours, or by the node without us).
create or replace function payments.store_invoice_many(
  p_at timestamptz,
  p_id uuid[],
  p_lease_token bigint[],
  p_invoice text[],
  p_payment_hash bytea[],
  p_expires_at timestamptz[],
  p_description_hash_matches boolean[],
  p_is_own boolean[],
  p_payee text[]
) returns table (i int, outcome text)
language plpgsql
as $$
declare
  k int;
begin
  perform ledger.lock_open_book();
  for k in 1..cardinality(p_id) loop
    i := k;
    outcome := payments.use_of_hash(p_payment_hash[k], p_id[k]);
    if outcome is null then
      update payments.payment q
         set previous_state = 'resolving',
             state = 'ready',
             version = q.version + 1,
             status_reason = null,
             status_detail = null,
             invoice = p_invoice[k],
             payment_hash = p_payment_hash[k],
             invoice_expires_at = p_expires_at[k],
             description_hash_matches = p_description_hash_matches[k],
             is_own_invoice = p_is_own[k],
             payee_key = p_payee[k]
       where q.id = p_id[k]
         and q.state = 'resolving'
         and q.lease_token = p_lease_token[k];
      outcome := case when found or exists (
        -- Repeated after a lost connection: it is stored already.
        select from payments.payment q
         where q.id = p_id[k]
           and q.state = 'ready'
           and q.invoice = p_invoice[k]
           and q.lease_token = p_lease_token[k]) then 'stored' else 'lease_lost' end;
    end if;
    return next;
  end loop;
end $$;

-- Whether a payment hash belongs to another payment than p_id: in_use while that one is pending, already_paid when it
-- was paid, else null. One that failed leaves it free.
create or replace function payments.claim_of_hash(p_payment_hash bytea, p_id uuid) returns text
language plpgsql
as $$
begin
  return (
    select case when q.state in ('completed', 'failed') then 'already_paid' else 'in_use' end
      from payments.payment q
     where q.payment_hash = p_payment_hash
       and q.id <> p_id
       and (q.state <> 'failed' or q.hash_is_frozen));
end $$;

-- The payment that has a hash and did not fail, or settled after all. Door for the restore slice.
create or replace function payments.holder_of_hash(p_payment_hash bytea) returns uuid
language sql
stable
as $$
  select q.id
    from payments.payment q
   where q.payment_hash = p_payment_hash
     and (q.state <> 'failed' or q.hash_is_frozen)
$$;

-- Whether it is used, as claim_of_hash, and already_paid also when the node paid it without us.
create or replace function payments.use_of_hash(p_payment_hash bytea, p_id uuid) returns text
language plpgsql
as $$
begin
  return coalesce(
    payments.claim_of_hash(p_payment_hash, p_id),
    case when lightning.is_foreign(p_payment_hash) then 'already_paid' end);
end $$;
