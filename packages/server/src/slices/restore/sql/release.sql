-- Lets what waits for a restore go on: what an operator knows not to have been done. Returns how many went on.
create or replace function restore.release(
  p_at timestamptz,
  p_payment uuid[],
  p_voucher uuid[],
  p_purchase uuid[]
) returns int
language plpgsql
as $$
declare
  went_on int;
begin
  perform ledger.lock_book();
  select (select count(*) from payments.release_on_hold(p_at, p_payment))
       + (select count(*) from vouchers.release_waiting(p_at, p_voucher))
       + (select count(*) from ramp.release_waiting(p_at, p_purchase))
    into went_on;
  return went_on;
end $$;

-- Opens the ledger again. The restore ends when nothing waits for it any more.
--
-- outcome: ended, waiting (something still waits; everybody else goes on), none (none is open).
create or replace function restore.end_restore(p_at timestamptz, p_reason text) returns text
language plpgsql
as $$
begin
  perform ledger.lock_book();
  if exists (select from restore.restore r where r.ended_at is null and not r.is_marked) then
    raise exception 'what waits for the restore is not marked yet';
  end if;
  perform ledger.open_book('restoring');
  if not exists (select from restore.restore r where r.ended_at is null) then
    return 'none';
  end if;
  if exists (select from restore.list_waiting()) then
    return 'waiting';
  end if;
  perform ledger.compare_payments_until(p_at + interval '30 days');
  update restore.restore r
     set ended_at = p_at,
         reason = p_reason
   where r.ended_at is null;
  return 'ended';
end $$;

-- Nothing was restored, as the operator says: no new payment is compared with what the node paid, limits count what is
-- here, and projects that were not told are not told.
create or replace function restore.take_back(p_at timestamptz) returns void
language plpgsql
as $$
begin
  perform ledger.lock_book();
  perform ledger.compare_no_payments();
  perform ledger.know_spending(array['wallets', 'purchases']);
  update restore.restore r
     set told_at = p_at
   where r.told_at is null;
end $$;
