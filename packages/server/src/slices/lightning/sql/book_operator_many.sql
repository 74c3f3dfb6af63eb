-- Books the operator's own money, each booking with its transfer: a deposit, a withdrawal, or a cost on the chain.
-- outcome: booked (also when the call is repeated), not_bound (no node was connected yet: what it holds at its first
-- connection becomes equity then, and must not be booked twice).
create or replace function lightning.book_operator_many(
  p_at timestamptz,
  p_id uuid[],
  p_kind text[],
  p_amount bigint[],
  p_reason text[]
) returns table (i int, outcome text)
language plpgsql
as $$
declare
  k int;
begin
  perform ledger.lock_book();
  for k in 1..cardinality(p_id) loop
    i := k;
    if not exists (select from lightning.node n where n.equity_transfer_id is not null) then
      outcome := 'not_bound';
    else
      outcome := 'booked';
      insert into lightning.operator_booking (id, kind, amount_msats, reason, booked_at)
      values (p_id[k], p_kind[k], p_amount[k], p_reason[k], p_at)
          on conflict (id) do nothing;
      if found then
        perform ledger.post_all(
          p_at,
          array[p_id[k]],
          array[ledger.system(case p_kind[k]
            when 'equity_deposit' then 'onchain'
            when 'equity_withdrawal' then 'operator_equity'
            when 'chain_cost' then 'chain_costs' end)],
          array[ledger.system(case p_kind[k] when 'equity_deposit' then 'operator_equity' else 'onchain' end)],
          array[p_amount[k]],
          null, null,
          array[p_kind[k]],
          array[p_id[k]]);
      end if;
    end if;
    return next;
  end loop;
end $$;
