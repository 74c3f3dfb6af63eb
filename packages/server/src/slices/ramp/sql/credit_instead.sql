-- Sends a purchase that is on hold to its person's own wallet instead; it has no payment. False when it has changed.
--
-- p_version: the one that was read; p_destination: a Lightning address; p_key: as what limits count it.
create or replace function ramp.credit_instead(
  p_at timestamptz,
  p_id uuid,
  p_version int,
  p_destination text,
  p_key text
) returns boolean
language plpgsql
as $$
declare
  given ramp.purchase;
begin
  perform ledger.lock_open_book();
  select q.* into given
    from ramp.purchase q
   where q.id = p_id
     and q.version = p_version
     and q.state = 'on_hold'
     and q.payment_id is null
     for update;
  if given.id is null then
    return false;
  end if;
  perform ledger.refuse_waiting(given.restore_id);
  perform ramp.send_to_wallet(p_at, p_id, p_destination, p_key);
  return true;
end $$;

-- What miners would have got is delivered too.
create or replace function ramp.send_to_wallet(p_at timestamptz, p_id uuid, p_destination text, p_key text) returns void
language sql
as $$
  update ramp.purchase q
     set destination = p_destination,
         destination_key = p_key,
         amount_msats = q.amount_msats + coalesce(q.chain_fee_msats, 0),
         fee_limit_msats = q.fee_limit_msats - coalesce(q.chain_fee_msats, 0),
         chain_fee_msats = null,
         invoice = null,
         payment_id = null,
         version = q.version + 1,
         due_at = p_at,
         tries = 0
   where q.id = p_id
$$;
