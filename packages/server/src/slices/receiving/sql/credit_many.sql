-- Credits what the node has received, each receipt once, and moves the node's cursor in the same statement.
--
-- The cursor moves one step at a time: only past an item that follows the one it stands at. So it never passes a
-- receipt whose credit failed, and a second process that reads the same items cannot move it back. An item that could
-- not be read (p_payment_hash null) becomes an incident of its p_place, one however often it is reported.
--
-- p_receipt_event, p_charge_event: ids of the events that say that a wallet got it, and that it completes its charge.
--
-- p_rebalance: the node itself has paid it. For no charge it lies in suspense until that payment is booked, and is no
-- incident: the money only moved between the channels of the node.
--
-- outcome: credited, known (credited before, or received before the node was ours), unreadable.
create or replace function receiving.credit_many(
  p_at timestamptz,
  p_id uuid[],
  p_transfer uuid[],
  p_payment_hash bytea[],
  p_amount bigint[],
  p_cost bigint[],
  p_settled_at timestamptz[],
  p_after text[],
  p_position text[],
  p_place text[],
  p_detail text[],
  p_receipt_event uuid[],
  p_charge_event uuid[],
  p_rebalance boolean[]
) returns table (i int, outcome text, charge uuid, flags text[])
language plpgsql
as $$
declare
  cursor_at text;
  k int;
begin
  perform ledger.lock_book();
  select n.position into cursor_at
    from receiving.node_cursor n
   where n.node_no = lightning.current_node()
     for update;

  for k in 1..cardinality(p_id) loop
    if p_payment_hash[k] is null then
      perform incidents.record_many(
                p_at, array[p_id[k]], 'receipt', array[p_place[k]], array['receipt_unreadable'], array[p_detail[k]]);
      return query select k, 'unreadable', null::uuid, '{}'::text[];
    else
      return query
        select k, c.outcome, c.charge, c.flags
          from receiving.credit(
                 p_at, p_id[k], p_transfer[k], p_payment_hash[k], p_amount[k], p_cost[k], p_settled_at[k],
                 p_receipt_event[k], p_charge_event[k], p_rebalance[k]) c;
    end if;
    if p_after[k] = cursor_at then
      cursor_at := p_position[k];
    end if;
  end loop;

  update receiving.node_cursor n
     set position = cursor_at
   where n.node_no = lightning.current_node()
     and n.position <> cursor_at;
end $$;

-- Credits one receipt. It is never refused, because the money has arrived: what no wallet can take goes to suspense,
-- with an incident.
create or replace function receiving.credit(
  p_at timestamptz,
  p_id uuid,
  p_transfer uuid,
  p_payment_hash bytea,
  p_amount bigint,
  p_cost bigint,
  p_settled_at timestamptz,
  p_receipt_event uuid,
  p_charge_event uuid,
  p_rebalance boolean,
  out outcome text,
  out charge uuid,
  out flags text[]
)
language plpgsql
as $$
declare
  earlier receiving.receipt;
  owed receiving.charge;
  taker bigint;
begin
  select r.* into earlier
    from receiving.receipt r
   where r.payment_hash = p_payment_hash
     and r.via = 'node';
  if found then
    outcome := case when earlier.id = p_id then 'credited' else 'known' end;
    charge := earlier.charge_id;
    flags := earlier.flags;
    return;
  end if;

  select c.* into owed
    from receiving.charge c
   where c.payment_hash = p_payment_hash
     for update;
  if owed.id is null and lightning.is_past_receipt(p_payment_hash) then
    outcome := 'known';
    flags := '{}';
    return;
  end if;
  charge := owed.id;
  flags := array_remove(array[
    case when owed.id is null then 'unknown' end,
    case when owed.id is null and p_rebalance then 'rebalance' end,
    case when p_settled_at > owed.expires_at then 'late' end,
    case when p_amount > owed.amount_msats then 'overpaid' end,
    case when p_amount < owed.amount_msats then 'underpaid' end,
    case when owed.received_msats > 0 then 'second' end,
    case when not receiving.take_slot(p_at, owed, p_amount) then 'no_slot' end], null);

  taker := coalesce(owed.account_no, ledger.system('suspense'));
  if users.is_wallet_closed(owed.wallet_id) then
    flags := flags || 'suspense'::text;
    taker := ledger.system('suspense');
  end if;
  if not receiving.post_receipt(p_at, p_transfer, p_id, taker, p_amount, p_cost) then
    flags := flags || 'suspense'::text;
    taker := ledger.system('suspense');
    if not receiving.post_receipt(p_at, p_transfer, p_id, taker, p_amount, p_cost) then
      raise exception 'the suspense account did not take receipt %', p_id;
    end if;
  end if;
  if taker = ledger.system('suspense') and not flags @> array['rebalance'] then
    perform incidents.record_many(
              p_at, array[p_id], 'receipt', array[p_id::text], array['receipt_suspended'],
              array[format('%s msats were received for no wallet that could take them', p_amount)]);
  end if;
  if ledger.is_over_maximum(taker) then
    flags := flags || 'over_maximum'::text;
  end if;

  insert into receiving.receipt (
    payment_hash, via, node_no, id, charge_id, transfer_id, credit_no, wallet_id, amount_msats, cost_msats, settled_at,
    recorded_at, flags)
  values (p_payment_hash, 'node', lightning.current_node(), p_id, owed.id, p_transfer, taker,
          case taker when owed.account_no then owed.wallet_id end,
          p_amount, p_cost, p_settled_at, p_at, credit.flags);
  perform receiving.count_receipt(
            p_at, owed, p_amount, p_settled_at, p_id, case taker when owed.account_no then p_receipt_event end,
            p_charge_event);
  outcome := 'credited';
end $$;

-- Moves a receipt from the node's account to the one that takes it, and books what the node's backend kept of it as our
-- expense. False when the account cannot take it.
create or replace function receiving.post_receipt(
  p_at timestamptz,
  p_transfer uuid,
  p_receipt uuid,
  p_taker bigint,
  p_amount bigint,
  p_cost bigint
) returns boolean
language plpgsql
as $$
begin
  return (
    select p.outcome[1] = 'posted'
      from ledger.post_many(
             p_at, array[p_transfer, p_transfer],
             array[ledger.system('lightning_node'), ledger.system('liquidity_expense')],
             array[p_taker, ledger.system('lightning_node')],
             array[p_amount, nullif(p_cost, 0)], null, null, array['receipt', 'receipt_cost'],
             array[p_receipt, p_receipt]) p);
end $$;

-- Adds a receipt to its charge (null: it has none), which is completed once it has all that it asked for, and writes
-- the events.
-- p_receipt_event: null when the charge's wallet did not get it. The events of a charge go to the project that asked
-- for it.
create or replace function receiving.count_receipt(
  p_at timestamptz,
  p_owed receiving.charge,
  p_amount bigint,
  p_paid_at timestamptz,
  p_receipt uuid,
  p_receipt_event uuid,
  p_charge_event uuid
) returns void
language plpgsql
as $$
declare
  counted receiving.charge;
  asked_by uuid;
begin
  update receiving.charge c
     set received_msats = c.received_msats + p_amount,
         version = c.version + 1,
         state = case when c.received_msats + p_amount >= c.amount_msats then 'completed' else c.state end,
         paid_at = case when c.received_msats + p_amount >= c.amount_msats then coalesce(c.paid_at, p_paid_at) end,
         due_at = case when c.received_msats + p_amount >= c.amount_msats then null else c.due_at end
   where c.id = p_owed.id
  returning c.* into counted;

  asked_by := coalesce(counted.asked_by, counted.owner_id);
  if events.is_received(p_at, array[counted.owner_id, asked_by], array[counted.callback_url]) then
    perform events.append_many(
              p_at, array[p_receipt_event, p_charge_event], array[counted.owner_id, asked_by],
              array[
                case when p_receipt_event is not null then 'receipt.credited' end,
                case when counted.state = 'completed' and p_owed.state <> 'completed' then 'charge.completed' end],
              array[p_receipt, counted.id], array[1, counted.version], array[null, receiving.facts_of(counted)],
              array[null, counted.callback_url], null);
  end if;
end $$;

-- What of a charge changes after an event of it.
create or replace function receiving.facts_of(p_charge receiving.charge) returns jsonb
language sql
stable
return jsonb_build_object('received', (p_charge).received_msats::text, 'paidAt', (p_charge).paid_at);
