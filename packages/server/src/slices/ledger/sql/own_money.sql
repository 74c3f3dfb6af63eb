-- What is the operator's own, in msats: what the node holds by the books above what is owed to others. Equity and what
-- was earned by fees and by forwarding, without losses, incidents, the costs of the chain and of liquidity, and what
-- was lent to wallets after a restore, whose balances are below zero. `routing_expense` is not in it: payers have paid
-- that, and the node has paid it out. Door for other slices.
create or replace function ledger.own_money() returns bigint
language sql
stable
as $$
  select sum(a.balance)::bigint
    from ledger.account a
   where a.no in (
     ledger.system('operator_equity'),
     ledger.system('fee_income_email'),
     ledger.system('routing_income'),
     ledger.system('loss'),
     ledger.system('incident'),
     ledger.system('chain_costs'),
     ledger.system('liquidity_expense'),
     ledger.system('restore_deficit'))
$$;
