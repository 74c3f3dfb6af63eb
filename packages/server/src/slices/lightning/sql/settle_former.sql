-- Books what became of the money of a former node. p_kind: to_chain and to_node came back into the chain wallet, or
-- into channels of the service's node; counted is in the service's node since before it was that, and was taken for the
-- operator's equity; chain_cost and loss will not come back.
--
-- outcome: booked, known (the same was said before), unknown (there is no such former node), too_much (it is more than
--          is in limbo there, without what its pending payments may have taken).
create or replace function lightning.settle_former(
  p_at timestamptz,
  p_id uuid,
  p_node_id text,
  p_kind text,
  p_amount bigint,
  p_reason text
) returns text
language plpgsql
as $$
declare
  given lightning.node;
  outcome text;
begin
  perform ledger.lock_book();
  select n.* into given
    from lightning.node n
   where n.node_id = p_node_id
     and n.replaced_at is not null
     for update;
  outcome := case
    when given.id is null then 'unknown'
    when exists (
      select from lightning.former_settlement s
       where s.node_no = given.id
         and s.kind = p_kind
         and s.amount_msats = p_amount
         and s.reason = p_reason) then 'known'
    when p_amount > given.limbo_msats - payments.pending_at_former(given.id) then 'too_much'
    else 'booked'
  end;
  if outcome = 'booked' then
    insert into lightning.former_settlement (id, node_no, kind, amount_msats, reason, booked_at)
    values (p_id, given.id, p_kind, p_amount, p_reason, p_at);
    perform lightning.lower_limbo(given.id, p_amount);
    perform ledger.post_all(
              p_at, array[p_id], array[lightning.account_of_settlement(p_kind)], array[ledger.system('former_node')],
              array[p_amount], null, null, array['former_settled'], array[p_id]);
  end if;
  return outcome;
end $$;

-- The account that takes over what was in limbo.
create or replace function lightning.account_of_settlement(p_kind text) returns bigint
language sql
immutable
as $$
  select case p_kind
    when 'to_chain' then ledger.system('onchain')
    when 'to_node' then ledger.system('lightning_node')
    when 'counted' then ledger.system('operator_equity')
    when 'chain_cost' then ledger.system('chain_costs')
    when 'loss' then ledger.system('loss')
  end
$$;

-- So much less is in limbo of a former node: the caller posts it. Door for the payments slice.
create or replace function lightning.lower_limbo(p_node smallint, p_amount bigint) returns void
language sql
as $$
  update lightning.node n
     set limbo_msats = n.limbo_msats - p_amount
   where n.id = p_node
$$;
