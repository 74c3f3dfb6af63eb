-- Tells projects which hours are in question, once for each opening of a restore: one event (p_id) for each project
-- (p_owner) that receives any. False when they were told, or it was opened again meanwhile.
create or replace function restore.tell_projects(
  p_at timestamptz,
  p_restore uuid,
  p_opened_no int,
  p_id uuid[],
  p_owner uuid[]
) returns boolean
language plpgsql
as $$
declare
  n constant int := cardinality(p_owner);
  facts jsonb;
begin
  perform ledger.lock_book();
  update restore.restore r
     set told_at = p_at
   where r.id = p_restore
     and r.opened_no = p_opened_no
     and r.told_at is null
  returning jsonb_build_object('from', r.lost_from, 'until', r.lost_until) into facts;
  if not found then
    return false;
  end if;
  if n > 0 and events.is_received(p_at, p_owner, null) then
    perform events.append_many(
              p_at, p_id, p_owner, array_fill('service.restored'::text, array[n]), array_fill(p_restore, array[n]),
              array_fill(p_opened_no, array[n]), array_fill(facts, array[n]), array_fill(null::text, array[n]),
              array_fill(null::timestamptz, array[n]));
  end if;
  return true;
end $$;
