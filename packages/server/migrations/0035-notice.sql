-- compatible: no
-- What was seen of the ledger counts together with the epoch in which it was seen: after a restore the numbers of the
-- ledger come a second time. restore.verify_book is asked with it.
drop function if exists restore.verify_book(timestamptz, uuid, uuid, bigint, bytea);

-- Which life of the installation this database is in.
create function platform.epoch() returns bigint
language sql
stable
as $$
  select e.epoch
    from platform.journal_epoch e
$$;

-- An epoch that was seen is over: the next one to begin is a later one. Two restores of one copy would else begin the
-- same epoch twice.
create function platform.reach_epoch(p_epoch bigint) returns void
language sql
as $$
  update platform.journal_epoch
     set epoch = p_epoch
   where epoch < p_epoch
$$;
