-- compatible: no
-- What protects clients and users after a restore. An older version would send with keys that wait for confirmation.

-- A key that was revoked after the copy was made is alive again in it. Keys of the copy may only read until the
-- operator has confirmed them.
alter table projects.project_key
  add column unconfirmed boolean not null default false;

-- New payments are compared with what the node paid without us: a client whose payment was lost with the copy may ask
-- for it again. Of what was found since compared_from; until compared_until, infinity while a restore is open. Null: no
-- restore was of late.
alter table ledger.book
  add column compared_from timestamptz,
  add column compared_until timestamptz,
  add constraint book_compared check ((compared_from is null) = (compared_until is null));

alter table lightning.foreign_payment
  add column is_explained boolean not null default false; -- an operator knows what it was, and it was no client's
create index foreign_payment_lost on lightning.foreign_payment (amount_msats, found_at)
  where not (is_self or is_alone or is_explained);

-- They take more now; the new ones are written after the migrations.
drop function if exists payments.reserve_many;
drop function if exists payments.reserve_each;
drop function if exists login.end_all();
drop function if exists oauth.end_all();

-- What is done for a restore after its opening, in several statements, while the ledger is closed.
alter table restore.restore
  add column opened_no int not null default 1,          -- how often: a second restore during the first opens it again
  add column is_marked boolean not null default false,  -- all that was owed waits for it; before that it does not end
  add column lost_from timestamptz,                     -- the newest posting of the copy; null: it has none
  add column lost_until timestamptz,                    -- when it was last opened: in between all is in question
  add column told_at timestamptz;                       -- projects were told of it
update restore.restore
   set is_marked = true,
       lost_from = found_at,
       lost_until = opened_at,
       told_at = opened_at;
alter table restore.restore
  alter column lost_until set not null;
create index restore_untold on restore.restore (opened_at) where told_at is null;
