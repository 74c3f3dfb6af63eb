-- Receipts begin behind this place of the node's list: what is before it is of its past. Door for the slice that binds
-- the node, in the same transaction.
create or replace function receiving.begin_after(p_position text) returns void
language sql
as $$
  update receiving.node_cursor
     set position = p_position
$$;
