-- Books what the node had at the first connection as the operator's equity, once. outcome: booked, was_booked.
create or replace function lightning.book_equity_many(
  p_at timestamptz,
  p_transfer uuid[],
  p_channels bigint[],
  p_onchain bigint[]
) returns table (i int, outcome text)
language plpgsql
as $$
declare
  k int;
begin
  perform ledger.lock_book();
  for k in 1..cardinality(p_transfer) loop
    i := k;
    update lightning.node n
       set equity_transfer_id = p_transfer[k]
     where n.equity_transfer_id is null
       and n.replaced_at is null;
    outcome := case when found then 'booked' else 'was_booked' end;
    if found then
      perform ledger.post_all(
        p_at,
        array[p_transfer[k], p_transfer[k]],
        array[ledger.system('lightning_node'), ledger.system('onchain')],
        array[ledger.system('operator_equity'), ledger.system('operator_equity')],
        array[nullif(p_channels[k], 0), nullif(p_onchain[k], 0)],
        null, null,
        array['equity', 'equity'],
        array[p_transfer[k], p_transfer[k]]);
    end if;
    return next;
  end loop;
end $$;
