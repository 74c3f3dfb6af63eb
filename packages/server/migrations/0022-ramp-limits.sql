-- compatible: no
-- The on-ramp: which purchases count on limits and fill their session stands once; declined cards count over sessions;
-- the books take what happens at the processor after the end of a purchase; an approved identity holds for a time.

alter table ramp.purchase
  -- On limits, from begun_at on: not what failed or was given back.
  add column counts boolean not null
    generated always as (state not in ('quoted', 'failed', 'canceled', 'expired', 'refunded')) stored,
  -- Its session takes no other purchase.
  add column fills_session boolean not null
    generated always as (state not in ('quoted', 'failed', 'canceled', 'expired', 'refunded', 'refund_failed')) stored,
  add column declined_at timestamptz;                 -- when the last of the declined cards was seen

update ramp.purchase
   set declined_at = changed_at
 where declines > 0;

alter table ramp.purchase
  add constraint purchase_declined check ((declines = 0) = (declined_at is null));

drop index ramp.purchase_of_session;
-- A session has one purchase at a time, and one that is completed at most.
create unique index purchase_of_session on ramp.purchase (session_id)
  where fills_session;
create index purchase_by_decline on ramp.purchase (declined_at)
  where declined_at is not null;

-- Until when an approved identity holds.
alter table ramp.customer
  add column approved_until timestamptz;

update ramp.customer
   set approved_until = changed_at + interval '730 days',
       due_at = case when reference is null then null else changed_at + interval '730 days' end
 where identity = 'approved';

alter table ramp.customer
  add constraint customer_approved check ((identity = 'approved') = (approved_until is not null));

-- Which entries there are, and between which accounts. `late_`: at the processor after the end of the purchase, whose
-- state stays.
alter table ramp.entry
  drop constraint entry_kind_check,
  drop constraint entry_accounts,
  add constraint entry_accounts check ((kind, debit, credit) in (
    ('sale', 'processor_receivable', 'sales'),
    ('refund', 'refunds', 'processor_receivable'),
    ('dispute', 'disputes', 'processor_receivable'),
    ('dispute_won', 'processor_receivable', 'disputes'),
    ('late_refund', 'refunds', 'processor_receivable'),
    ('late_dispute', 'disputes', 'processor_receivable'),
    ('late_dispute_won', 'processor_receivable', 'disputes'),
    ('processor_fee', 'processor_fees', 'processor_receivable')));

alter table incidents.incident
  drop constraint incident_subject_kind_check,
  add constraint incident_subject_kind_check check (subject_kind in ('payment', 'receipt', 'purchase', 'user'));
