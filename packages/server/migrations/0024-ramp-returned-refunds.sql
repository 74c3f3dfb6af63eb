-- compatible: yes
-- A refund that had succeeded, and that the card's bank sent back.
alter table ramp.entry
  drop constraint entry_accounts,
  add constraint entry_accounts check ((kind, debit, credit) in (
    ('sale', 'processor_receivable', 'sales'),
    ('refund', 'refunds', 'processor_receivable'),
    ('dispute', 'disputes', 'processor_receivable'),
    ('dispute_won', 'processor_receivable', 'disputes'),
    ('late_refund', 'refunds', 'processor_receivable'),
    ('late_refund_failed', 'processor_receivable', 'refunds'),
    ('late_dispute', 'disputes', 'processor_receivable'),
    ('late_dispute_won', 'processor_receivable', 'disputes'),
    ('processor_fee', 'processor_fees', 'processor_receivable')));
