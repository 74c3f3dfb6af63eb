-- Finishes payments on proof. What has failed goes back to the account that paid, with an incident: another transaction has spent the coins.
--
-- outcome: finished, was_finished (nothing was done; its state stays, whatever is said now).
create or replace function onchain.finish_many(
  p_at timestamptz,
  p_id uuid[],
  p_state text[],
  p_transfer uuid[],
  p_incident uuid[]
) returns table (i int, outcome text)
language plpgsql
as $$
declare
  given onchain.payment;
  k int;
begin
  perform ledger.lock_book();
  for k in 1..cardinality(p_id) loop
    i := k;
    select q.* into strict given
      from onchain.payment q
     where q.id = p_id[k]
       for update;
    outcome := case given.state when 'dispatched' then 'finished' else 'was_finished' end;
    if outcome = 'finished' then
      if p_state[k] = 'failed' then
        perform ledger.post_all(
                  p_at, array[p_transfer[k]], array[ledger.system('onchain')], array[given.account_no],
                  array[given.amount_msats + given.fee_msats], null, null, array['onchain_failed'], array[given.id]);
        perform incidents.record_many(
                  p_at, array[p_incident[k]], given.origin_kind, array[given.origin_id::text], array['onchain_conflict'],
                  array[format('transaction %s can never confirm: its coins were spent elsewhere', encode(given.txid, 'hex'))]);
      end if;
      update onchain.payment q
         set state = p_state[k],
             due_at = null,
             finished_at = p_at
       where q.id = p_id[k];
      perform incidents.close_many(p_at, array[given.origin_id::text], 'onchain_overdue', array['the transaction has its outcome']);
    end if;
    return next;
  end loop;
end $$;
