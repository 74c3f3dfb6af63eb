-- Opens a restore: closes the ledger, makes what was owed in this copy wait, and ends every login, in one step. Where
-- one is open whose ledger works again, this is a second restore: the same is done anew, under the same id. p_seen_no,
-- p_seen_hash: what a process has seen of the ledger, where one had.
--
-- False when one is open and the ledger is closed: what was owed waits already.
create or replace function restore.open_restore(
  p_at timestamptz,
  p_id uuid,
  p_cause text,
  p_seen_no bigint,
  p_seen_hash bytea
) returns boolean
language plpgsql
as $$
declare
  restore_id uuid;
begin
  perform ledger.lock_book();
  select r.id into restore_id
    from restore.restore r
   where r.ended_at is null;
  if restore_id is not null and ledger.closed_for() = 'restoring' then
    return false;
  end if;
  if restore_id is null then
    restore_id := p_id;
    insert into restore.restore (id, cause, opened_at, found_no, found_at, seen_no, seen_hash)
    select p_id, p_cause, p_at, b.no, b.at, p_seen_no, p_seen_hash
      from ledger.newest() b;
  end if;
  perform ledger.close_book('restoring');
  perform ledger.compare_payments(p_at, coalesce(r.found_at, '-infinity'))
     from restore.restore r
    where r.id = restore_id;
  perform payments.put_on_hold('restore');
  perform vouchers.wait_for_restore(restore_id);
  perform ramp.wait_for_restore(restore_id);
  perform login.end_all(p_at);
  perform projects.wait_for_confirmation();
  perform platform.begin_journal_epoch(); -- numbers of the book come a second time
  return true;
end $$;

-- Whether the ledger has what was seen of it in this installation. Where it does not, this database went back: a
-- restore is opened. A database of another installation is left as it is. p_seen_epoch: in which life of the
-- installation it was seen (null: not known). What was seen before the last restore says nothing, and a later epoch than the
-- database's tells that a restore is missing in it.
--
-- outcome: same, opened (a restore), went_back (one is open already), another (installation).
create or replace function restore.verify_book(
  p_at timestamptz,
  p_id uuid,
  p_installation uuid,
  p_seen_no bigint,
  p_seen_hash bytea,
  p_seen_epoch bigint
) returns text
language plpgsql
as $$
declare
  epoch bigint;
begin
  if not lightning.belongs_to(p_installation) then
    return 'another';
  end if;
  epoch := platform.epoch();
  if p_seen_epoch < epoch
    or (p_seen_epoch is null or p_seen_epoch = epoch) and ledger.has_position(p_seen_no, p_seen_hash) then
    return 'same';
  end if;
  perform platform.reach_epoch(p_seen_epoch);
  return case
    when restore.open_restore(p_at, p_id, 'book_went_back', p_seen_no, p_seen_hash) then 'opened'
    else 'went_back'
  end;
end $$;

-- Closes the ledger of this installation until it was compared. A database of another one is left as it is.
create or replace function restore.close_until_compared(p_installation uuid) returns void
language plpgsql
as $$
begin
  if lightning.belongs_to(p_installation) then
    perform ledger.close_book('comparing');
  end if;
end $$;
