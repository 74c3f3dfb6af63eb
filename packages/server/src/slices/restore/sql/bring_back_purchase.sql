-- Brings a purchase to where the journal says that it was (ramp.bring_back); it waits for the restore that is open.
create or replace function restore.bring_back_purchase(
  p_at timestamptz,
  p_id uuid,
  p_reference text,
  p_was_captured boolean,
  p_begun_at timestamptz,
  p_transfer uuid
) returns text
language plpgsql
as $$
begin
  perform ledger.lock_book();
  return ramp.bring_back(
           p_at, p_id, p_reference, p_was_captured, p_begun_at,
           (select r.id from restore.restore r where r.ended_at is null), p_transfer);
end $$;
