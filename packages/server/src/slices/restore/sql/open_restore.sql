-- Opens a restore: closes the ledger, makes what was owed in this copy wait, and ends every login, in one step.
-- Vouchers that can be taken wait because the ledger is closed, until restore.mark_some has marked them. Where a
-- restore is open whose ledger works again, or lacks what was seen of it in this epoch, this is a second one: the same
-- is done anew, under the same id. p_seen_no, p_seen_hash: what a process has seen of the ledger, where one had, in the
-- epoch that ends here. p_epoch: that one, as it was when the ledger was asked; null: it is not known.
--
-- False when one is open and the ledger is closed: what was owed waits already.
create or replace function restore.open_restore(
  p_at timestamptz,
  p_id uuid,
  p_cause text,
  p_seen_no bigint,
  p_seen_hash bytea,
  p_epoch bigint
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
  if restore_id is not null and ledger.closed_for() = 'restoring' and p_epoch is distinct from platform.epoch() then
    return false;
  end if;
  if restore_id is null then
    restore_id := p_id;
    insert into restore.restore (
      id, cause, opened_at, found_no, found_at, seen_no, seen_hash, seen_epoch, lost_from, lost_until)
    select p_id, p_cause, p_at, b.no, b.at, p_seen_no, p_seen_hash,
           case when p_seen_no is not null then platform.epoch() end, b.at, p_at
      from ledger.newest() b;
  else
    update restore.restore r
       set opened_no = r.opened_no + 1,
           is_marked = false,
           imported_at = null,
           lost_from = least(r.lost_from, b.at),
           lost_until = p_at,
           told_at = null
      from ledger.newest() b
     where r.id = restore_id;
  end if;
  insert into restore.opening (restore_id, opened_no, found_no, seen_no, seen_epoch)
  select r.id, r.opened_no, b.no, p_seen_no, case when p_seen_no is not null then platform.epoch() end
    from restore.restore r, ledger.newest() b
   where r.id = restore_id;
  perform ledger.close_book('restoring');
  perform ledger.compare_payments(p_at, coalesce(r.found_at, '-infinity'))
     from restore.restore r
    where r.id = restore_id;
  perform ledger.forget_spending(p_at);
  perform payments.put_on_hold('restore');
  perform vouchers.wait_for_restore(restore_id);
  perform ramp.wait_for_restore(restore_id);
  perform login.end_all(p_at);
  perform projects.wait_for_confirmation();
  perform platform.begin_journal_epoch(); -- numbers of the book come a second time
  return true;
end $$;

-- Goes on marking what waits for the restore that is open: p_limit vouchers after p_after (null: from the first). The
-- ledger is closed until all are marked. p_opened_no: of the opening to which p_after belongs.
--
-- last: null: it was through, or there was nothing to do; else the p_after of the next call. opened_no: the p_opened_no
-- of the next call.
create or replace function restore.mark_some(
  p_opened_no int,
  p_after uuid,
  p_limit int,
  out opened_no int,
  out last uuid
)
language plpgsql
as $$
declare
  restore_id uuid;
begin
  select r.id, r.opened_no into restore_id, opened_no
    from restore.restore r
   where r.ended_at is null
     and not r.is_marked
     for update;
  if restore_id is null then
    return;
  end if;
  last := vouchers.wait_some(restore_id, case when opened_no = p_opened_no then p_after end, p_limit);
  if last is null then
    update restore.restore r
       set is_marked = true
     where r.id = restore_id;
  end if;
end $$;

-- Whether the ledger has what was seen of it in this installation. Where it does not, this database went back: a
-- restore is opened. A database of another installation is left as it is. p_seen_epoch: in which life of the
-- installation it was seen (null: not known). What was seen before the last restore says nothing, and a later epoch
-- than the database's tells that a restore is missing in it.
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
    when restore.open_restore(
           p_at, p_id, 'book_went_back', p_seen_no, p_seen_hash,
           case when p_seen_epoch is not null then greatest(epoch, p_seen_epoch) end) then 'opened'
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
