-- Lets the callbackUrls of payments be called, because the answer that names the payment is out or nobody waits for it
-- any more. The payment is written first, so that this and a finish that runs at the same time see each other: the
-- delivery that exists is made due, and one that is written later is due immediately.
--
-- outcome: released.
create or replace function payments.release_callbacks(
  p_at timestamptz,
  p_id uuid[]
) returns table (i int, outcome text)
language plpgsql
as $$
begin
  perform ledger.lock_book();
  update payments.payment q
     set callback_after = p_at
   where q.id = any (p_id)
     and q.callback_after > p_at;

  perform events.release_callbacks(p_at, p_id);

  return query
    select k, 'released'
      from generate_series(1, cardinality(p_id)) as k;
end $$;
