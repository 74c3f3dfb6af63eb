-- Books what happened at the processor after the end of a purchase, each thing once, with an incident for the
-- operator. The state of the purchase stays: what was delivered is delivered.
--
-- p_kind: late_refund (of what was delivered, or given back by hand), late_refund_failed (the card's bank sent a refund
-- back that had succeeded), late_dispute (of what was refunded, or whose dispute was won), late_dispute_won (closes its
-- incident; of one that was lost: on appeal, which is an incident). What does not fit the books is not booked.
-- p_incident, p_detail: of the incident. Returns what was booked.
create or replace function ramp.book_late(
  p_at timestamptz,
  p_id uuid,
  p_kind text[],
  p_incident uuid[],
  p_detail text[]
) returns text[]
language plpgsql
as $$
declare
  given ramp.purchase;
  booked text[] := '{}';
  k int;
begin
  select q.* into given
    from ramp.purchase q
   where q.id = p_id
     for update;
  for k in 1..cardinality(p_kind) loop
    if not ramp.is_late_entry(given, p_kind[k]) then
      continue;
    end if;
    perform ramp.book(p_at, given, p_kind[k], given.source_minor);
    if p_kind[k] = 'late_dispute_won' and given.state <> 'lost' then
      perform incidents.close_many(p_at, array[p_id::text], 'disputed_after_refund', array[p_detail[k]]);
      perform incidents.close_many(p_at, array[p_id::text], 'disputed_again', array[p_detail[k]]);
    else
      perform incidents.record_many(
                p_at, array[p_incident[k]], 'purchase', array[p_id::text],
                array[case
                  when p_kind[k] = 'late_refund' and given.refunded_by_hand then 'refunded_twice'
                  when p_kind[k] = 'late_refund' then 'refunded_after_delivery'
                  when p_kind[k] = 'late_refund_failed' then 'refund_returned'
                  when p_kind[k] = 'late_dispute_won' then 'dispute_won_late'
                  when given.state = 'won' then 'disputed_again'
                  else 'disputed_after_refund' end],
                array[p_detail[k]]);
    end if;
    booked := booked || p_kind[k];
  end loop;
  return booked;
end $$;

-- Whether a purchase takes this entry: it fits its state, and is not there. What was given back by hand because
-- the refund had failed: that the processor says so again is nothing new.
create or replace function ramp.is_late_entry(p_purchase ramp.purchase, p_kind text) returns boolean
language sql
stable
as $$
  select case p_kind
           when 'late_refund' then p_purchase.state in ('completed', 'disputed', 'won', 'lost')
             or p_purchase.refunded_by_hand
           when 'late_refund_failed' then p_purchase.state = 'refunded' and not p_purchase.refunded_by_hand
             or exists (
             select from ramp.entry e
              where e.purchase_id = p_purchase.id
                and e.kind = 'late_refund')
           when 'late_dispute' then p_purchase.state in ('refunded', 'won')
           when 'late_dispute_won' then p_purchase.state = 'lost' or exists (
             select from ramp.entry e
              where e.purchase_id = p_purchase.id
                and e.kind = 'late_dispute')
           else false
         end
     and not exists (
       select from ramp.entry e
        where e.purchase_id = p_purchase.id
          and e.kind = p_kind)
$$;
