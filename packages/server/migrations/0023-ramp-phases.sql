-- compatible: no
-- What a purchase and a session have in each state is a constraint. A purchase is on hold until a time, it is not held:
-- an older version would look for the former name.

alter table ramp.purchase
  rename column held_until to on_hold_until;

alter table ramp.purchase
  -- The name of its payment at the processor.
  add constraint purchase_referenced check (reference is not null or state in ('quoted', 'requires_payment', 'canceled', 'expired')),
  add constraint purchase_delivered check (payment_id is not null or state not in ('delivering', 'completed', 'disputed', 'won', 'lost')),
  drop constraint purchase_failed,
  add constraint purchase_failed check (
    (failure_code is not null) = (state in ('failed', 'refund_pending', 'refunded', 'refund_failed'))),
  add constraint purchase_ended check (
    (ended_at is not null) = (state in ('failed', 'canceled', 'expired', 'completed', 'disputed', 'won', 'lost', 'refunded')));

alter table ramp.session
  add constraint session_opened check (page_hash is not null or state not in ('active', 'completed'));
