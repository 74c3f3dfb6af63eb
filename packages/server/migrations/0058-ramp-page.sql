-- compatible: no
-- What the page of the on-ramp must know to show the same after a reload, whom a project has proved already, where a
-- person goes back to, and which mails about purchases and identities were written. An older version would create
-- sessions by a function that is gone.

alter table ramp.session
  add column known_user_id uuid,                      -- whose access token the project has sent
  add column return_url text,                         -- where the page leads back to, when it is not in a frame
  add column chosen_minor bigint check (chosen_minor > 0),      -- what a person chose who is not proved yet
  add column chosen_currency text,
  add constraint session_chosen check ((chosen_minor is null) = (chosen_currency is null));

-- Said by the page: a card was given to the processor, a document to who verifies identities. Nothing but the page is
-- decided by it.
alter table ramp.purchase
  add column card_given_at timestamptz;
alter table ramp.customer
  add column given_at timestamptz;

-- Mails that were written, each once.
create table ramp.letter (
  subject_id uuid not null,                           -- the purchase, or the try of an identity
  kind text not null check (kind in ('completed', 'refunded', 'sent', 'approved', 'rejected')),
  written_at timestamptz not null,
  primary key (subject_id, kind)
);

create index purchase_changed on ramp.purchase (changed_at)
  where state in ('delivering', 'completed', 'refunded');
create index customer_changed on ramp.customer (changed_at)
  where identity in ('approved', 'rejected');

-- It takes more now; the new one is written after the migrations.
drop function if exists ramp.create_many(
  timestamptz, uuid[], uuid[], text[], text[], text[], text[], text[], text[], bytea[], uuid[], bytea[]);
