-- Takes a slot of the static charge that a receipt completes a payment of. True also when the receipt needs none: its
-- charge has no static charge, is completed already, or is not completed by it. False: all slots were taken; the
-- receipt is credited all the same. Called while the ledger's row is locked.
--
-- With the last slot the unpaid invoices become due: the job that looks them up cancels them.
create or replace function receiving.take_slot(p_at timestamptz, p_owed receiving.charge, p_amount bigint)
returns boolean
language plpgsql
as $$
declare
  paid receiving.static_charge;
begin
  if p_owed.static_charge_id is null
     or p_owed.state = 'completed'
     or p_owed.received_msats + p_amount < p_owed.amount_msats then
    return true;
  end if;

  update receiving.static_charge s
     set slots_taken = s.slots_taken + 1
   where s.id = p_owed.static_charge_id
     and (s.allowed_slots is null or s.slots_taken < s.allowed_slots)
  returning s.* into paid;
  if not found then
    return false;
  end if;

  if paid.slots_taken = paid.allowed_slots then
    update receiving.charge c
       set due_at = p_at
     where c.static_charge_id = paid.id
       and c.state = 'pending'
       and c.id <> p_owed.id;
  end if;
  return true;
end $$;

-- Whether a charge may still be paid, for the payers that can be refused: those of this service.
create or replace function receiving.has_slot(p_static_charge uuid) returns boolean
language sql
stable
as $$
  select not exists (
    select from receiving.static_charge s
     where s.id = p_static_charge
       and s.slots_taken >= s.allowed_slots)
$$;
