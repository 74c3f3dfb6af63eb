-- Puts another node in the place of the service's. What the books say that the former one held is in limbo from now on;
-- its charges have ended; its payments without an end belong to it for ever, but for those of which nothing left; what
-- the new one holds is the operator's equity, and what it did before is its past.
--
-- p_former: the key of the node that is replaced, as the operator was shown it. p_payment, p_charge: what is pending,
-- with the ids of what each gets: an incident, an event. p_paid, p_received, the cursors: of the past of the new one.
-- p_is_earlier: it was done at p_at, and a database that went back lacks it: also while a restore is open.
--
-- outcome: replaced; known (it is the service's node already, in the place of another one), same (it is the only one
--          that there was), not_bound (no node was connected yet), changed (another node is the service's), former (it
--          was replaced itself), other_network, restoring.
create or replace function lightning.replace_node(
  p_at timestamptz,
  p_former text,
  p_node_id text,
  p_network text,
  p_instance uuid,
  p_reason text,
  p_channels bigint,
  p_onchain bigint,
  p_outgoing_cursor text,
  p_outgoing_hash bytea,
  p_receipt_cursor text,
  p_paid bytea[],
  p_received bytea[],
  p_limbo_transfer uuid,
  p_equity_transfer uuid,
  p_payment uuid[],
  p_incident uuid[],
  p_charge uuid[],
  p_event uuid[],
  p_is_earlier boolean
) returns text
language plpgsql
as $$
declare
  given lightning.node;
  earlier lightning.node;
  new_no smallint;
  outcome text;
begin
  perform ledger.lock_book();
  select n.* into given
    from lightning.node n
   where n.replaced_at is null
     for update;
  select n.* into earlier
    from lightning.node n
   where n.node_id = p_node_id;
  outcome := case
    when given.id is null then 'not_bound'
    when given.node_id = p_node_id
      then case when exists (select from lightning.node n where n.replaced_at is not null) then 'known' else 'same' end
    when earlier.id is not null then 'former'
    when given.node_id <> p_former then 'changed'
    when given.network <> p_network then 'other_network'
    when not p_is_earlier and (ledger.closed_for() = 'restoring' or restore.is_open()) then 'restoring'
    else 'replaced'
  end;
  if outcome <> 'replaced' then
    return outcome;
  end if;
  update lightning.node n
     set replaced_at = p_at,
         replaced_because = p_reason
   where n.id = given.id;
  insert into lightning.node (
    id, node_id, network, instance_id, bound_at, outgoing_cursor, outgoing_hash, first_channels_msats,
    first_onchain_msats)
  select max(n.id) + 1, p_node_id, p_network, p_instance, p_at, p_outgoing_cursor, p_outgoing_hash, p_channels,
         p_onchain
    from lightning.node n
  returning id into new_no;
  insert into lightning.past_hash (payment_hash, is_receipt, node_no)
  select u.hash, false, new_no
    from unnest(p_paid) as u(hash)
   union
  select u.hash, true, new_no
    from unnest(p_received) as u(hash);
  delete from lightning.reading; -- that of the former one
  perform receiving.leave_node(p_at, given.id, p_charge, p_event);
  perform receiving.begin_after(new_no, p_receipt_cursor);
  perform payments.leave_node(p_at, given.id, p_payment, p_incident);
  perform lightning.move_to_limbo(p_at, given.id, p_limbo_transfer);
  perform lightning.book_equity_many(p_at, array[p_equity_transfer], array[p_channels], array[p_onchain]);
  return outcome;
end $$;

-- Moves what the books say that the node holds into limbo: channels, coins, and the fees that its channels hold less.
create or replace function lightning.move_to_limbo(p_at timestamptz, p_node smallint, p_transfer uuid) returns void
language plpgsql
as $$
declare
  limbo constant bigint := ledger.system('former_node');
  held constant bigint[] := array[
    ledger.system('lightning_node'), ledger.system('onchain'), ledger.system('routing_expense')];
  moved record;
begin
  -- a balance below zero is what the node holds, one above zero is what it holds less
  select array_agg(case when u.balance < 0 then limbo else u.no end) as debit,
         array_agg(case when u.balance < 0 then u.no else limbo end) as credit,
         array_agg(abs(u.balance)) as amount,
         array_agg(p_transfer) as transfer,
         array_agg('node_replaced'::text) as kind,
         -sum(u.balance)::bigint as total
    into moved
    from (select n.no, ledger.balance(n.no) as balance from unnest(held) n(no)) u
   where u.balance <> 0;
  if moved.transfer is null then
    return;
  end if;
  perform ledger.post_all(
            p_at, moved.transfer, moved.debit, moved.credit, moved.amount, null, null, moved.kind, moved.transfer);
  update lightning.node n
     set limbo_msats = moved.total,
         limbo_transfer_id = p_transfer
   where n.id = p_node;
end $$;
