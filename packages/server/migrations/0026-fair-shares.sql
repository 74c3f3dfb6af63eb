-- compatible: no
-- Whose share of the node's slots a payment takes, and what has earned the shares. Only HTLCs are held: a payment that
-- waits for the operator is on hold.

alter table payments.payment
  -- on whom it counts: the wallet's owner, the issuer of a voucher, or the operator (payments.operator())
  add column funder_id uuid,
  add column payee_key text,                          -- the recipient's node, as soon as there is an invoice
  add column payee_host text;                         -- the server of the recipient's address

update payments.payment q
   set funder_id = coalesce(
         q.owner_id,
         (select v.owner_id from vouchers.voucher v where v.id = q.origin_id),
         '00000000-0000-0000-0000-000000000000')
 where q.state not in ('completed', 'failed');

-- Payments over Lightning that were completed, by whom they count on and by day (UTC), for 30 days.
create table payments.completed_day (
  funder_id uuid not null,
  day date not null,
  payments int not null check (payments > 0),
  primary key (funder_id, day)
);

insert into payments.completed_day (funder_id, day, payments)
select coalesce(q.owner_id, v.owner_id, '00000000-0000-0000-0000-000000000000'),
       (q.processed_at at time zone 'utc')::date, count(*)
  from payments.payment q
  left join vouchers.voucher v
    on v.id = q.origin_id
   and q.origin_kind = 'voucher'
 where q.state = 'completed'
   and q.preimage is not null
   and q.processed_at > now() - interval '30 days'
 group by 1, 2;

alter table payments.payment rename column held_for to on_hold_for;
alter table payments.payment rename constraint payment_held_for_check to payment_on_hold_for_check;

-- The share of the earned slots that an owner has: of 30 days, computed each minute. Owners with less than a thousandth
-- are not in it.
create table payments.share (
  funder_id uuid primary key,
  millionths int not null check (millionths between 1 and 1000000)
);

-- They take more now, or have another name; the new ones are written after the migrations.
drop function if exists payments.reserve_many;
drop function if exists payments.reserve_each;
drop function if exists payments.full_slots;
drop function if exists payments.store_invoice_many;
drop function if exists payments.hold_pending;
drop function if exists payments.release_held;
drop function if exists idempotency.claim_many;
drop function if exists events.claim;

-- Invoices of pay links that wait for their payment count on the network that asked for them.
alter table receiving.charge
  -- that asked for the invoice of a pay link, as limits count it; forgotten when it is not pending any more
  add column network text,
  -- when its place went to another invoice: it is not to be paid any more
  add column displaced_at timestamptz;

create index charge_network on receiving.charge (expires_at)
  where network is not null and state <> 'pending';

drop function if exists receiving.charge_many;
drop function if exists payments.note_many;
