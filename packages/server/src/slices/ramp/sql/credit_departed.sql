-- Sends a purchase to its person's own wallet, as was done after the copy was made. The node was asked before, and had
-- not paid its payment. Door for the restore slice.
--
-- p_version: the one that was read before the node was asked; p_key: of the wallet, as limits count it.
--
-- outcome: credited, known (it goes there already), unknown (no such purchase), not_begun, ended, delivering (its
--          payment exists), changed.
create or replace function ramp.credit_departed(
  p_at timestamptz,
  p_id uuid,
  p_version int,
  p_destination text,
  p_key text
) returns text
language plpgsql
as $$
declare
  given ramp.purchase;
  outcome text;
begin
  perform ledger.lock_book();
  select q.* into given
    from ramp.purchase q
   where q.id = p_id
     for update;
  outcome := case
    when given.id is null then 'unknown'
    when given.destination_key = p_key then 'known'
    when given.state = 'quoted' then 'not_begun'
    when given.state = 'delivering' then 'delivering'
    when given.state not in ('requires_payment', 'requires_action', 'authorized', 'captured', 'on_hold') then 'ended'
    when given.version <> p_version then 'changed'
    when given.payment_id is null then 'credited'
    -- Its payment was never begun, and never will be.
    when given.chain_fee_msats is not null and onchain.give_up_departed(p_at, given.payment_id) then 'credited'
    when given.chain_fee_msats is null and payments.give_up_departed(p_at, given.payment_id) then 'credited'
    else 'delivering'
  end;
  if outcome = 'credited' then
    perform ramp.send_to_wallet(p_at, p_id, p_destination, p_key);
  end if;
  return outcome;
end $$;

-- Where purchases go, and what they are bound to. Door for the restore slice.
--
-- chain_address: null where it is delivered over Lightning.
create or replace function ramp.find_deliveries(p_id uuid[])
returns table (
  id uuid, state text, version int, user_id uuid, destination_key text, invoice text, chain_address text,
  amount bigint, fee_limit bigint, chain_fee bigint, created_at timestamptz
)
language sql
stable
as $$
  select q.id, q.state, q.version, q.user_id, q.destination_key, q.invoice,
         case when q.chain_fee_msats is not null then q.destination end,
         q.amount_msats, q.fee_limit_msats, coalesce(q.chain_fee_msats, 0), q.created_at
    from ramp.purchase q
   where q.id = any (p_id)
$$;
