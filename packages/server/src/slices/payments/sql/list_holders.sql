-- Recipients that hold payments, as the limits of find_full count them: a node by its key, a server of addresses by its
-- host. A payment to an address counts for both. A payment is held when the node has had it for a minute.
--
-- recipient: 'node' or 'host', and its name. payers: on whom the payments count, most payments first. full_for: those
-- of whom it holds all it may. is_full_for_all: it holds all the common slots that it may. percent: how much it has of
-- the limit that is nearest.
create or replace function payments.list_holders(p_at timestamptz, p_node_max int) returns table (
  recipient text,
  payments int,
  payers uuid[],
  full_for uuid[],
  is_full_for_all boolean,
  percent int
)
language sql
stable
as $$
  with pending as materialized (
    select q.funder_id, q.payee_key, q.payee_host, not q.is_own_invoice as has_slot,
           payments.is_held(p_at, q) as is_held
      from payments.payment q
     where q.state not in ('completed', 'failed')
       and q.node_replaced_at is null),
  beyond as (
    select q.funder_id,
           greatest(count(*) filter (where q.has_slot)
                    - coalesce(max(s.millionths), 0)::bigint * (p_node_max / 2) / 1000000, 0) as slots
      from pending q
      left join payments.share s on s.funder_id = q.funder_id
     group by q.funder_id),
  held as (
    select r.name, q.funder_id, count(*) as payments,
           case when r.is_node then least(count(*), max(b.slots)) else 0 end as common
      from pending q
      join beyond b on b.funder_id = q.funder_id
     cross join lateral (
             values ('node ' || q.payee_key, true), ('host ' || q.payee_host, false)) r(name, is_node)
     where q.is_held
       and r.name is not null
     group by r.name, r.is_node, q.funder_id)
  select h.name, sum(h.payments)::int, array_agg(h.funder_id order by h.payments desc, h.funder_id),
         coalesce(array_agg(h.funder_id order by h.payments desc, h.funder_id)
                    filter (where h.payments >= payments.held_max(p_node_max)), '{}'),
         sum(h.common) >= payments.held_common_max(p_node_max),
         greatest(max(h.payments) * 100 / payments.held_max(p_node_max),
                  sum(h.common)::int * 100 / payments.held_common_max(p_node_max))::int
    from held h
   group by h.name
$$;
