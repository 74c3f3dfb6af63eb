-- The events of these types: of what, whose, the callbackUrl that gets them, and their facts. For other slices'
-- invariants.
create or replace function events.of_types(p_type text[])
returns table (object uuid, type text, owner uuid, callback_url text, facts jsonb)
language sql
stable
as $$
  select e.object_id, e.type, e.owner_id, d.url, e.facts
    from events.event e
    left join events.delivery d
      on d.event_id = e.id
     and d.receiver_id = e.id
     and d.endpoint_id is null
   where e.type = any (p_type)
$$;
