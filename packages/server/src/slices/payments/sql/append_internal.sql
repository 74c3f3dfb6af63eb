-- Writes the events of payments that have just been made to internal recipients: one for the payer, and one for the
-- owner of the wallet that was paid, which must not learn who has paid. A null id is skipped.
--
-- A receipt's facts say which wallet it is. They also mark it as an event of this slice: the other receipts are of
-- charges.
create or replace function payments.append_internal(
  p_at timestamptz,
  p_id uuid[],
  p_event uuid[],
  p_receipt_event uuid[]
) returns void
language plpgsql
as $$
begin
  perform events.append_many(
            p_at, array_agg(s.event order by k, s.place), array_agg(s.owner order by k, s.place),
            array_agg(s.type order by k, s.place), array_agg(q.id order by k, s.place),
            array_agg(s.sequence order by k, s.place), array_agg(s.facts order by k, s.place),
            array_agg(s.callback_url order by k, s.place), array_agg(s.callback_after order by k, s.place))
     from generate_series(1, cardinality(p_id)) as k
     join payments.payment q on q.id = p_id[k]
     left join lateral wallets.with_account(q.recipient_no) w on true
    cross join lateral (values
            (1, p_event[k], q.owner_id, 'payment.completed', q.version, null, q.callback_url, q.callback_after),
            (2, p_receipt_event[k], w.owner, 'receipt.credited', 1, jsonb_build_object('walletId', w.id), null, null))
            as s(place, event, owner, type, sequence, facts, callback_url, callback_after);
end $$;
