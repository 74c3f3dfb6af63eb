-- Revokes one again that was revoked before a restore and is open in this copy, also while the ledger is closed: once
-- that is open, somebody could redeem it. The caller knows that no unexplained payment of the node can be it. False: it
-- is not open by then. Door for the import.
create or replace function vouchers.revoke_again(p_at timestamptz, p_id uuid, p_transfer uuid, p_event uuid)
returns boolean
language plpgsql
as $$
declare
  given vouchers.voucher;
begin
  perform ledger.lock_book();
  select v.* into given
    from vouchers.voucher v
   where v.id = p_id
     and v.state = 'open'
     for update;
  if given.id is null then
    return false;
  end if;
  perform vouchers.end_open(p_at, given, 'revoked', null, p_transfer, p_event);
  return true;
end $$;
