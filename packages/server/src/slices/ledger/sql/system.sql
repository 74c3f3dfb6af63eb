-- Number of a system account, by its name in slices/ledger/model/chart.ts. Immutable, so that a plan holds the number.
create or replace function ledger.system(name text)
returns bigint
language plpgsql
immutable
as $$
declare
  number constant bigint := case name
    when 'reserved' then 1
    when 'lightning_node' then 2
    when 'onchain' then 3
    when 'routing_expense' then 4
    when 'liquidity_expense' then 5
    when 'chain_costs' then 6
    when 'operator_equity' then 7
    when 'incident' then 8
    when 'suspense' then 9
    when 'loss' then 10
    when 'fee_income_email' then 11
    when 'vouchers_outstanding' then 13
    when 'ramp_clearing' then 14
    when 'restore_deficit' then 16
    when 'routing_income' then 17
    when 'former_node' then 18
  end;
begin
  if number is null then
    raise exception 'the chart of accounts has no "%"', name;
  end if;
  return number;
end
$$;
