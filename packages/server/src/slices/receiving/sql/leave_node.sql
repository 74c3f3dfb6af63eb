-- The node is the service's no more: nobody can pay its invoices, so its charges have ended, and it is asked about none
-- of them. p_charge: those that are pending, with the ids of their events. The expiry of an invoice that a stranger
-- asked for has no event, as in expire_many. Door for the slice that replaces the node, under the lock.
create or replace function receiving.leave_node(p_at timestamptz, p_node smallint, p_charge uuid[], p_event uuid[])
returns void
language plpgsql
as $$
declare
  ended receiving.charge[];
begin
  with those as (
    update receiving.charge c
       set state = 'expired',
           version = c.version + 1
     where c.node_no = p_node
       and c.state = 'pending'
    returning c.*)
  select array_agg(t::receiving.charge) into ended
    from those t;
  update receiving.charge c
     set due_at = null
   where c.node_no = p_node
     and c.due_at is not null;
  if exists (select from unnest(ended) c where c.id <> all (p_charge)) then
    raise exception 'a charge was made meanwhile; nothing was changed';
  end if;
  perform events.append_many(
            p_at, array_agg(e.id), array_agg(coalesce(c.asked_by, c.owner_id)), array_agg('charge.expired'::text),
            array_agg(c.id), array_agg(c.version), array_agg(receiving.facts_of(c)), array_agg(c.callback_url), null)
     from unnest(ended) c
     join unnest(p_charge, p_event) e(charge, id)
       on e.charge = c.id
    where c.origin <> 'pay_link'
   having count(*) > 0;
end $$;
