-- Receipts of a node begin behind this place of its list: what is before it is of its past. Door for the slice that
-- binds the node, in the same transaction.
create or replace function receiving.begin_after(p_node smallint, p_position text) returns void
language sql
as $$
  insert into receiving.node_cursor (node_no, position)
  values (p_node, p_position)
      on conflict (node_no) do update
     set position = excluded.position
$$;
