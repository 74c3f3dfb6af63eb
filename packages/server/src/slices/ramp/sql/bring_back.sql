-- Brings a purchase to where the journal says that it was: begun at the processor, under this reference; and authorized
-- where it was to be captured, because that is written before. Its limits and the operator's own money were looked at
-- then. From there its driver asks the processor. Door for the restore slice.
--
-- p_was_captured: a capture or a refund was asked for. p_begun_at: when it was begun, where the copy does not know.
-- p_restore: the one that is open, for which it waits.
--
-- outcome: brought_back, known (the copy has this already), unknown (no such purchase), differs (it has another
--          reference, or that reference is another purchase's), ended (it is over in the copy, without this payment),
--          busy (another purchase of its session is under way in the copy).
create or replace function ramp.bring_back(
  p_at timestamptz,
  p_id uuid,
  p_reference text,
  p_was_captured boolean,
  p_begun_at timestamptz,
  p_restore uuid,
  p_transfer uuid
) returns text
language plpgsql
as $$
declare
  given ramp.purchase;
  outcome text;
begin
  perform ledger.lock_book();
  select q.* into given
    from ramp.purchase q
   where q.id = p_id
     for update;
  outcome := case
    when given.id is null then 'unknown'
    when given.reference <> p_reference
      or exists (
        select from ramp.purchase q
         where q.processor = given.processor
           and q.reference = p_reference
           and q.id <> p_id) then 'differs'
    when given.state not in ('quoted', 'requires_payment', 'requires_action')
      then case when given.reference is null then 'ended' else 'known' end
    when given.reference is not null and not p_was_captured then 'known'
    when given.state = 'quoted' and exists (
      select from ramp.purchase q
       where q.session_id = given.session_id
         and q.fills_session) then 'busy'
    else 'brought_back'
  end;
  if outcome <> 'brought_back' then
    return outcome;
  end if;
  update ramp.purchase q
     set previous_state = case q.state when 'quoted' then 'quoted' else q.previous_state end,
         state = case q.state when 'quoted' then 'requires_payment' else q.state end,
         version = q.version + 1,
         reference = p_reference,
         begun_at = coalesce(q.begun_at, p_begun_at),
         restore_id = coalesce(q.restore_id, p_restore),
         tries = 0,
         due_at = p_at,
         changed_at = p_at
   where q.id = p_id
  returning q.* into given;
  if p_was_captured then
    perform ramp.advance(
              p_at, given, 'authorized', jsonb_build_object('due_at', p_at), p_transfer, null::uuid, null::uuid);
  end if;
  return outcome;
end $$;

-- What an operator gave back by hand after the copy was made, because the processor could not.
--
-- outcome: refunded, known (it is refunded here), unknown (no such purchase), not_failed (its refund has not failed in
--          this copy).
create or replace function ramp.bring_back_refund(p_at timestamptz, p_id uuid, p_reason text, p_event uuid)
returns text
language plpgsql
as $$
declare
  given ramp.purchase;
  outcome text;
begin
  perform ledger.lock_book();
  select q.* into given
    from ramp.purchase q
   where q.id = p_id
     for update;
  outcome := case
    when given.id is null then 'unknown'
    when given.state = 'refunded' then 'known'
    when given.state <> 'refund_failed' then 'not_failed'
    else 'refunded'
  end;
  if outcome = 'refunded' then
    perform ramp.advance(
              p_at, given, 'refunded',
              jsonb_build_object('by_hand', true, 'detail', p_reason, 'due_at', p_at), null::uuid, p_event, null::uuid);
    update ramp.purchase q
       set restore_id = null -- it is over
     where q.id = p_id;
  end if;
  return outcome;
end $$;

-- What this database has of purchases, by their ids or by the processor's references. Door for the restore slice.
create or replace function ramp.copies_of(p_id uuid[], p_reference text[])
returns table (id uuid, state text, reference text, destination text)
language sql
stable
as $$
  select q.id, q.state, q.reference, q.destination
    from ramp.purchase q
   where q.id = any (p_id)
      or q.reference = any (p_reference)
$$;
