-- What of the operator's own money may be sold now, in msats; it may be below zero. Never more than what the node holds
-- above what is owed and above what its channels need as a reserve: where it holds less than the books say, that much
-- is not sold, nor what is in limbo at former nodes. Null when the last comparison is older than five minutes: nobody
-- knows what the node holds. Door for the ramp.
create or replace function lightning.sellable(p_at timestamptz) returns bigint
language sql
stable
as $$
  select ledger.own_money()
         + least(0, lightning.unbooked() - r.reserve_msats)
         + ledger.balance(ledger.system('former_node'))
    from lightning.reading r
   where r.read_at > p_at - interval '5 minutes'
$$;

-- What the node held at the last comparison above what the books say, in msats. What an operator has booked as held
-- since then was not seen in the node: it takes away from it, until the next comparison.
create or replace function lightning.unbooked() returns bigint
language sql
stable
as $$
  select r.assets_msats - r.booked_msats - (lightning.deposited() - r.deposited_msats)
    from lightning.reading r
$$;

-- What operators have booked as held by the node, in all: deposits and what forwarding earned, and withdrawals and
-- costs that were undone. What moves between wallet and channels is held before and after.
create or replace function lightning.deposited() returns bigint
language sql
stable
as $$
  select coalesce(sum(b.amount_msats), 0)::bigint
    from lightning.operator_booking b
    left join lightning.operator_booking mistake
      on mistake.id = b.undoes
   where b.kind in ('equity_deposit', 'routing_income')
      or mistake.kind in ('equity_withdrawal', 'chain_cost')
$$;
