-- Gives up the id of a payment that does not exist: from then on none can have it, also when a call that asks for it
-- is still on its way. False when the payment exists; its outcome counts then. Door for the slices that start
-- payments.
create or replace function onchain.give_up(p_at timestamptz, p_id uuid) returns boolean
language plpgsql
as $$
begin
  perform ledger.lock_open_book();
  return onchain.give_up_departed(p_at, p_id);
end $$;

-- The same also while the ledger is closed: what had this id in a restored database was made by another payment.
create or replace function onchain.give_up_departed(p_at timestamptz, p_id uuid) returns boolean
language plpgsql
as $$
begin
  perform ledger.lock_book();
  if exists (select from onchain.payment q where q.id = p_id) then
    return false;
  end if;
  insert into onchain.given_up (id, given_up_at)
  values (p_id, p_at)
      on conflict (id) do nothing;
  return true;
end $$;
