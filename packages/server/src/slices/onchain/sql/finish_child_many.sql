-- Ends children on proof, or by an operator. What one has cost stays when it is in the chain, and is given back when it
-- never can be: another transaction has spent its coin, or a coin of its parent. Of a node that was replaced it comes
-- back in limbo.
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
  node smallint;
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
        select q.node_no into strict node
          from onchain.payment q
         where q.id = given.payment_id;
        perform ledger.post_all(
                  p_at, array[p_transfer[k]], array[lightning.account_of_coins(node)],
                  array[ledger.system('chain_costs')], array[given.cost_msats], null, null,
                  array['onchain_child_failed'], array[given.payment_id]);
        perform lightning.spend_coins(node, -given.cost_msats);
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
