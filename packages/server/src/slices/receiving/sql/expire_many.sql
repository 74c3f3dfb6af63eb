-- Ends charges that are unpaid. One that was completed meanwhile stays completed; one that had expired before is only
-- due again. The expiry of an invoice that a stranger asked for has no event: there may be any number of them.
-- p_due_at: when it is looked up next; null: not any more. p_event: the id of the event that says that it expired.
--
-- outcome: expired, known (before), completed.
create or replace function receiving.expire_many(
  p_at timestamptz,
  p_id uuid[],
  p_due_at timestamptz[],
  p_event uuid[]
) returns table (i int, outcome text)
language plpgsql
as $$
declare
  owed receiving.charge;
  asked_by uuid;
  k int;
begin
  perform ledger.lock_open_book();
  for k in 1..cardinality(p_id) loop
    i := k;
    select c.* into strict owed from receiving.charge c where c.id = p_id[k] for update;
    outcome := case owed.state when 'pending' then 'expired' when 'expired' then 'known' else 'completed' end;
    if outcome <> 'completed' then
      update receiving.charge c
         set state = 'expired',
             version = c.version + case outcome when 'expired' then 1 else 0 end,
             due_at = p_due_at[k]
       where c.id = owed.id
      returning c.* into owed;
    end if;
    asked_by := coalesce(owed.asked_by, owed.owner_id);
    if outcome = 'expired' and owed.origin <> 'pay_link'
       and events.is_received(p_at, array[asked_by], array[owed.callback_url]) then
      perform events.append_many(
                p_at, array[p_event[k]], array[asked_by], array['charge.expired'], array[owed.id], array[owed.version],
                array[receiving.facts_of(owed)], array[owed.callback_url], null);
    end if;
    return next;
  end loop;
end $$;
