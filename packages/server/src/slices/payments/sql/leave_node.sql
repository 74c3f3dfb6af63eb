-- The node is the service's no more. What was ordered there and has no end stays reserved: no other node knows what
-- became of it, so an operator ends it. What provably never left goes on with the next node. p_payment: those that are
-- pending, with the ids of their incidents. Door for the slice that replaces the node, under the lock.
create or replace function payments.leave_node(p_at timestamptz, p_node smallint, p_payment uuid[], p_incident uuid[])
returns void
language plpgsql
as $$
declare
  left_behind uuid[];
begin
  update payments.payment q
     set node_no = null
   where q.node_no = p_node
     and q.state not in ('completed', 'failed')
     and not payments.may_have_left(q);
  with those as (
    update payments.payment q
       set node_replaced_at = p_at,
           version = q.version + 1,
           status_reason = 'node_replaced',
           status_detail = null,
           lease_until = null
     where q.node_no = p_node
       and q.state not in ('completed', 'failed')
    returning q.id)
  select coalesce(array_agg(t.id), '{}') into left_behind
    from those t;
  if not left_behind <@ p_payment then
    raise exception 'a payment was ordered meanwhile; nothing was changed';
  end if;
  update payments.payment q
     set watch_until = null,
         watch_due_at = null
   where q.watch_due_at is not null; -- no other node knows more about those
  perform incidents.record_many(
            p_at, array_agg(u.incident), 'payment', array_agg(u.id::text), array_agg('former_node'::text),
            array_agg('it was ordered at a node that was replaced: whether it was paid is known when all channels of '
                      'that node are closed and resolved on the chain'::text))
     from unnest(p_payment, p_incident) u(id, incident)
    where u.id = any (left_behind)
   having count(*) > 0;
end $$;

-- Whether something of it may have left. That a node knew the hash is no proof that nothing did.
create or replace function payments.may_have_left(p payments.payment) returns boolean
language sql
stable
as $$
  select p.brought_back_at is not null or exists (
    select from payments.attempt t
     where t.payment_id = p.id
       and coalesce(t.not_sent_reason, 'known_hash') = 'known_hash')
$$;

-- What pending payments at a former node have reserved: it may have left there. Door for the lightning slice.
create or replace function payments.pending_at_former(p_node smallint) returns bigint
language sql
stable
as $$
  select coalesce(sum(q.amount_msats + q.fee_limit_msats), 0)::bigint
    from payments.payment q
   where q.node_no = p_node
     and q.node_replaced_at is not null
     and q.state not in ('completed', 'failed')
$$;
