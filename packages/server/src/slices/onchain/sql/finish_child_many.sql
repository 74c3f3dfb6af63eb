-- Ends children on proof. What one has cost stays when it is in the chain, and is given back when it never can be:
-- another transaction has spent its coin, or a coin of its parent.
--
-- outcome: finished, was_finished (nothing was done; its state stays, whatever is said now).
create or replace function onchain.finish_child_many(
  p_at timestamptz,
  p_payment uuid[],
  p_state text[],
  p_transfer uuid[]
) returns table (i int, outcome text)
language plpgsql
as $$
declare
  given onchain.child;
  k int;
begin
  perform ledger.lock_book();
  for k in 1..cardinality(p_payment) loop
    i := k;
    select c.* into strict given
      from onchain.child c
     where c.payment_id = p_payment[k]
       for update;
    outcome := case given.state when 'dispatched' then 'finished' else 'was_finished' end;
    if outcome = 'finished' then
      if p_state[k] = 'failed' then
        perform ledger.post_all(
                  p_at, array[p_transfer[k]], array[ledger.system('onchain')], array[ledger.system('chain_costs')],
                  array[given.cost_msats], null, null, array['onchain_child_failed'], array[given.payment_id]);
      end if;
      update onchain.child c
         set state = p_state[k],
             due_at = null,
             finished_at = p_at
       where c.payment_id = p_payment[k];
    end if;
    return next;
  end loop;
end $$;
