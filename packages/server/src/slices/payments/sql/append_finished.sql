-- Writes the events of payments that have just been finished. A null id is skipped.
create or replace function payments.append_finished(
  p_at timestamptz,
  p_id uuid[],
  p_event uuid[]
) returns void
language plpgsql
as $$
begin
  perform events.append_many(
            p_at, array_agg(p_event[k]), array_agg(q.owner_id), array_agg('payment.' || q.state), array_agg(q.id),
            array_agg(q.version), null, array_agg(q.callback_url), array_agg(q.callback_after))
     from generate_series(1, cardinality(p_id)) as k
     join payments.payment q on q.id = p_id[k];
end $$;
