-- Marks a foreign payment as explained by a transfer that another slice posts in this statement. Door for the payments
-- slice.
create or replace function lightning.explain_foreign(
  p_at timestamptz,
  p_payment_hash bytea,
  p_transfer uuid,
  p_reason text
) returns void
language plpgsql
as $$
begin
  update lightning.foreign_payment f
     set reason = p_reason,
         transfer_id = p_transfer,
         booked_at = p_at
   where f.payment_hash = p_payment_hash
     and f.booked_at is null;
  if not found then
    raise exception 'no foreign payment with hash % waits to be booked', encode(p_payment_hash, 'hex');
  end if;
end $$;

-- The same where there is such a payment: one of ours has its hash, and posts what becomes of it. Its incident is
-- closed.
create or replace function lightning.explain_if_foreign(p_at timestamptz, p_payment_hash bytea, p_reason text)
returns void
language plpgsql
as $$
begin
  if exists (select from lightning.foreign_payment f where f.payment_hash = p_payment_hash and f.booked_at is null) then
    perform lightning.explain_foreign(p_at, p_payment_hash, null, p_reason);
    perform incidents.close_many(p_at, array[encode(p_payment_hash, 'hex')], 'foreign_payment', array[p_reason]);
  end if;
end $$;

-- The same for those of these hashes that wait: a payment of ours had the hash already, and was looked up. Closes the
-- incident about one. Door for the payments slice.
create or replace function lightning.explain_known(
  p_at timestamptz,
  p_payment_hash bytea[],
  p_transfer uuid[],
  p_reason text[]
) returns void
language plpgsql
as $$
declare
  explained bytea[];
begin
  with those as (
    update lightning.foreign_payment f
       set reason = u.reason,
           transfer_id = u.transfer,
           booked_at = p_at
      from unnest(p_payment_hash, p_transfer, p_reason) u(hash, transfer, reason)
     where f.payment_hash = u.hash
       and f.booked_at is null
    returning f.payment_hash)
  select array_agg(t.payment_hash) into explained
    from those t;
  if explained is not null then
    perform incidents.close_many(
              p_at, array[encode(u.hash, 'hex')], 'foreign_payment', array['a payment of ours explains it'])
       from unnest(explained) u(hash);
  end if;
end $$;
