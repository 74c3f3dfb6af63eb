-- Whether the node with this number was replaced. Door for the slices whose rows belong to a node.
create or replace function lightning.is_replaced(p_node smallint) returns boolean
language sql
stable
as $$
  select exists (
    select from lightning.node n
     where n.id = p_node
       and n.replaced_at is not null)
$$;

-- Whether the node with this key was replaced. Door for what is built at a node before it is written down.
create or replace function lightning.was_replaced(p_node_id text) returns boolean
language sql
stable
as $$
  select exists (
    select from lightning.node n
     where n.node_id = p_node_id
       and n.replaced_at is not null)
$$;

-- The account that holds the coins of a node: the chain wallet, or what is in limbo. Door for the onchain slice.
create or replace function lightning.account_of_coins(p_node smallint) returns bigint
language sql
stable
as $$
  select ledger.system(case when lightning.is_replaced(p_node) then 'former_node' else 'onchain' end)
$$;

-- So many coins of a node are gone, below zero: came back. The caller posts it to lightning.account_of_coins, under the
-- lock. Door for the onchain slice.
create or replace function lightning.spend_coins(p_node smallint, p_amount bigint) returns void
language plpgsql
as $$
begin
  if lightning.is_replaced(p_node) then
    perform lightning.lower_limbo(p_node, p_amount);
  end if;
end $$;
