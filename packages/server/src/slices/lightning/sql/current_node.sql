-- The number of the service's node; before the first one is bound, the number that it will get. Door for the slices
-- whose rows belong to a node.
create or replace function lightning.current_node() returns smallint
language sql
stable
as $$
  select coalesce(max(n.id) filter (where n.replaced_at is null), 1)::smallint
    from lightning.node n
$$;

-- The node that was the service's at a time, and when it was replaced; null: it was not. Door for what comes back after
-- a restore.
create or replace function lightning.node_at(p_at timestamptz, out no smallint, out replaced_at timestamptz)
language plpgsql
stable
as $$
begin
  select n.id, n.replaced_at into no, replaced_at
    from lightning.node n
   where n.replaced_at > p_at
   order by n.replaced_at, n.id
   limit 1;
  no := coalesce(no, lightning.current_node());
end $$;
