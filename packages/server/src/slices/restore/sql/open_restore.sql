-- Opens a restore: closes the ledger, holds what was owed in this copy, and ends every login, in one step. p_seen_no,
-- p_seen_hash: what a process has seen of the ledger, where one had.
--
-- False when one is open: what it holds is waiting already.
create or replace function restore.open_restore(
  p_at timestamptz,
  p_id uuid,
  p_cause text,
  p_seen_no bigint,
  p_seen_hash bytea
) returns boolean
language plpgsql
as $$
begin
  perform ledger.lock_book();
  if exists (select from restore.restore r where r.ended_at is null) then
    return false;
  end if;
  insert into restore.restore (id, cause, opened_at, found_no, found_at, seen_no, seen_hash)
  select p_id, p_cause, p_at, b.no, b.at, p_seen_no, p_seen_hash
    from ledger.newest() b;
  perform ledger.close_book('restoring');
  perform payments.put_on_hold('restore');
  perform vouchers.wait_for_restore(p_id);
  perform ramp.wait_for_restore(p_id);
  perform login.end_all();
  return true;
end $$;

-- Whether the ledger has what a process has seen of it. Where it does not, this database went back: a restore is
-- opened.
--
-- outcome: same, went_back (a restore was opened, or is).
create or replace function restore.verify_book(p_at timestamptz, p_id uuid, p_seen_no bigint, p_seen_hash bytea)
returns text
language plpgsql
as $$
begin
  if ledger.has_position(p_seen_no, p_seen_hash) then
    return 'same';
  end if;
  perform restore.open_restore(p_at, p_id, 'book_went_back', p_seen_no, p_seen_hash);
  return 'went_back';
end $$;
