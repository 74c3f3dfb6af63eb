-- Books the operator's own money, each booking with its transfer: a deposit, a withdrawal, a cost on the chain, or a
-- move between the node's wallet and its channels.
-- p_despite: although it is more than what is the operator's own.
-- outcome: booked (also when the call is repeated), not_bound (no node was connected yet: what it holds at its first
-- connection becomes equity then, and must not be booked twice), not_own (it is more than the own money: what is taken
-- is customers' bitcoin, or the amount is a mistake).
create or replace function lightning.book_operator_many(
  p_at timestamptz,
  p_id uuid[],
  p_kind text[],
  p_amount bigint[],
  p_reason text[],
  p_despite boolean[]
) returns table (i int, outcome text)
language plpgsql
as $$
declare
  k int;
begin
  perform ledger.lock_book();
  for k in 1..cardinality(p_id) loop
    i := k;
    outcome := case
      when not exists (select from lightning.node n where n.equity_transfer_id is not null) then 'not_bound'
      when exists (select from lightning.operator_booking b where b.id = p_id[k]) then 'booked'
      when p_kind[k] in ('equity_withdrawal', 'chain_cost')
        and p_amount[k] > ledger.own_money()
        and not p_despite[k] then 'not_own'
    end;
    if outcome is null then
      perform lightning.insert_booking(p_at, p_id[k], p_kind[k], p_amount[k], p_reason[k]);
      outcome := 'booked';
    end if;
    return next;
  end loop;
end $$;

-- A booking with its transfer.
create or replace function lightning.insert_booking(
  p_at timestamptz,
  p_id uuid,
  p_kind text,
  p_amount bigint,
  p_reason text
) returns void
language plpgsql
as $$
begin
  insert into lightning.operator_booking (id, kind, amount_msats, reason, booked_at)
  values (p_id, p_kind, p_amount, p_reason, p_at);
  perform lightning.post_booking(p_at, p_id, p_kind, p_kind, p_amount);
end $$;

-- The transfer of a booking. p_cause: its kind; where that undoes another, p_kind is the kind of the other.
create or replace function lightning.post_booking(
  p_at timestamptz,
  p_id uuid,
  p_cause text,
  p_kind text,
  p_amount bigint
) returns void
language plpgsql
as $$
declare
  accounts constant bigint[] := lightning.accounts_of_booking(p_kind);
  is_reverse constant boolean := p_cause <> p_kind;
begin
  perform ledger.post_all(
    p_at,
    array[p_id],
    array[accounts[case when is_reverse then 2 else 1 end]],
    array[accounts[case when is_reverse then 1 else 2 end]],
    array[p_amount],
    null, null,
    array[p_cause],
    array[p_id]);
end $$;

-- The accounts that a booking debits and credits.
create or replace function lightning.accounts_of_booking(p_kind text) returns bigint[]
language sql
immutable
as $$
  select case p_kind
    when 'equity_deposit' then array[ledger.system('onchain'), ledger.system('operator_equity')]
    when 'equity_withdrawal' then array[ledger.system('operator_equity'), ledger.system('onchain')]
    when 'chain_cost' then array[ledger.system('chain_costs'), ledger.system('onchain')]
    when 'to_channels' then array[ledger.system('lightning_node'), ledger.system('onchain')]
    when 'to_chain' then array[ledger.system('onchain'), ledger.system('lightning_node')]
    when 'routing_income' then array[ledger.system('lightning_node'), ledger.system('routing_income')]
  end
$$;
