-- Brings purchases that are begun from one state to the next, with all that belongs to the transition: bitcoin in the
-- ledger, the entry in the books of the cards, the event, the end of the session. Which transitions there are is a
-- constraint of ramp.purchase.
--
-- p_version: the one that was read; p_change: JSON of what is known by now (see `change` below); what it does not
-- have stays.
-- p_transfer: of the ledger, where the transition moves bitcoin: into `authorized` from the operator's equity to
-- ramp_clearing, amount and fee limit; out of it what a payment has not taken, when the purchase ends or is to be
-- refunded.
-- p_event: of the event that the project gets of `completed`, `failed` and `refunded`.
-- p_incident: of what an operator must look at, for `refund_failed`.
--
-- outcome: done (also what this very call did before its connection broke), stale (somebody else was faster);
-- into `authorized`, unless it waits for a restore: then the card has paid already: unavailable (the operator's own
-- money does not cover it), limit_exceeded (of the card).
create or replace function ramp.advance_many(
  p_at timestamptz,
  p_id uuid[],
  p_version int[],
  p_state text[],
  p_change text[],
  p_transfer uuid[],
  p_event uuid[],
  p_incident uuid[]
) returns table (i int, outcome text)
language plpgsql
as $$
declare
  given ramp.purchase;
  change jsonb;
  k int;
begin
  perform ledger.lock_open_book();
  for k in 1..cardinality(p_id) loop
    i := k;
    change := p_change[k]::jsonb;
    select q.* into given
      from ramp.purchase q
     where q.id = p_id[k]
       for update;
    given.card_key := coalesce(change ->> 'card_key', given.card_key);
    outcome := case
      when given.version = p_version[k] + 1 and given.state = p_state[k] then 'done'
      when given.id is null or given.version <> p_version[k] then 'stale'
      when p_state[k] = 'authorized' and given.restore_id is null then ramp.refusal_of_sale(p_at, given, change)
    end;
    if outcome is null then
      -- What the processor or the node has done is seen; nothing else is. What no processor knows is over in time.
      if p_state[k] not in ('authorized', 'captured', 'completed')
        and not (p_state[k] = 'expired' and given.reference is null and given.chain_fee_msats is not null) then
        perform ledger.refuse_waiting(given.restore_id);
      end if;
      perform ramp.advance(p_at, given, p_state[k], change, p_transfer[k], p_event[k], p_incident[k]);
      outcome := 'done';
    end if;
    return next;
  end loop;
end $$;

-- Why a purchase whose card is authorized gets no bitcoin; null: it does. card_week, card_month: what one card may
-- pay, in EUR cents;
-- card_purchases: how often in 7 days, null: as often as it wants.
create or replace function ramp.refusal_of_sale(p_at timestamptz, p_purchase ramp.purchase, p_change jsonb) returns text
language sql
stable
as $$
  select case
    when p_purchase.amount_msats + p_purchase.fee_limit_msats > coalesce(lightning.sellable(p_at), 0)
      then 'unavailable'
    when p_purchase.limit_minor > (p_change ->> 'card_week')::bigint - u.week
      or p_purchase.limit_minor > (p_change ->> 'card_month')::bigint - u.month
      or u.purchases >= (p_change ->> 'card_purchases')::bigint then 'limit_exceeded'
  end
    from ramp.used_by(p_at, p_purchase, 1) u
   where u.by = 'card'
$$;

create or replace function ramp.advance(
  p_at timestamptz,
  p_purchase ramp.purchase,
  p_state text,
  p_change jsonb,
  p_transfer uuid,
  p_event uuid,
  p_incident uuid
) returns void
language plpgsql
as $$
declare
  ends constant boolean := p_state in ('failed', 'canceled', 'expired', 'completed', 'refunded', 'won', 'lost');
  sells constant boolean := p_state = 'authorized';
  rests constant boolean := p_purchase.sold_transfer_id is not null and p_purchase.rest_transfer_id is null
    and (ends or p_state = 'refund_pending');
  -- an older look may be written later
  declined constant int := greatest(p_purchase.declines, (p_change ->> 'declines')::int);
  rest constant bigint := p_purchase.amount_msats + p_purchase.fee_limit_msats
                            - coalesce((p_change ->> 'taken_msats')::bigint, 0);
  q ramp.purchase;
begin
  if sells then
    perform ledger.post_all(
              p_at, array[p_transfer], array[ledger.system('operator_equity')], array[ledger.system('ramp_clearing')],
              array[p_purchase.amount_msats + p_purchase.fee_limit_msats], null, null, array['purchase'],
              array[p_purchase.id]);
  elsif rests and rest > 0 then
    perform ledger.post_all(
              p_at, array[p_transfer], array[ledger.system('ramp_clearing')], array[ledger.system('operator_equity')],
              array[rest], null, null, array['purchase_ended'], array[p_purchase.id]);
  end if;

  update ramp.purchase u
     set state = p_state,
         previous_state = u.state,
         version = u.version + 1,
         card_key = coalesce(p_change ->> 'card_key', u.card_key),
         card_brand = coalesce(p_change ->> 'card_brand', u.card_brand),
         card_last4 = coalesce(p_change ->> 'card_last4', u.card_last4),
         declines = declined,
         declined_at = case when declined > u.declines then p_at else u.declined_at end,
         failure_code = coalesce(p_change ->> 'failure_code', u.failure_code),
         detail = p_change ->> 'detail',
         on_hold_until = coalesce((p_change ->> 'on_hold_until')::timestamptz, u.on_hold_until),
         due_at = (p_change ->> 'due_at')::timestamptz,
         sold_transfer_id = case when sells then p_transfer else u.sold_transfer_id end,
         refunded_by_hand = coalesce((p_change ->> 'by_hand')::boolean, false),
         rest_transfer_id = case when rests then p_transfer else u.rest_transfer_id end,
         tries = 0,
         restore_id = case when p_state not in ('completed', 'expired') then u.restore_id end,
         changed_at = p_at,
         ended_at = case when ends then coalesce(u.ended_at, p_at) else u.ended_at end
   where u.id = p_purchase.id
  returning u.* into q;

  perform incidents.close_many(
            p_at, array[q.id::text], 'purchase_overdue', array[format('it went on: it is %s', p_state)]);
  perform ramp.book(p_at, q, case p_state
    when 'captured' then 'sale'
    when 'refunded' then 'refund'
    when 'disputed' then 'dispute'
    when 'won' then 'dispute_won'
  end, q.source_minor);
  if p_state = 'completed' then
    update ramp.session s
       set state = 'completed',
           version = s.version + 1,
           ended_at = p_at
     where s.id = q.session_id
       and s.state in ('open', 'active', 'expired');
  elsif p_state in ('failed', 'canceled', 'expired') then
    perform ramp.end_declined(p_at, q.session_id, (p_change ->> 'declines_max')::int);
  elsif p_state = 'refund_failed' then
    perform incidents.record_many(
              p_at, array[p_incident], 'purchase', array[q.id::text], array['refund_failed'],
              array[p_change ->> 'detail']);
  elsif p_state = 'refunded' then
    perform incidents.close_many(p_at, array[q.id::text], 'refund_failed',
                                 array[coalesce(p_change ->> 'detail', 'the purchase was refunded')]);
  end if;
  perform ramp.tell(p_at, q, p_event);
end $$;

-- Ends a session in which so many cards were declined: somebody tries out cards.
create or replace function ramp.end_declined(p_at timestamptz, p_session uuid, p_declines_max int) returns void
language sql
as $$
  update ramp.session s
     set state = 'canceled',
         version = s.version + 1,
         ended_at = p_at
   where s.id = p_session
     and s.state in ('open', 'active')
     and p_declines_max <= (
       select sum(q.declines)
         from ramp.purchase q
        where q.session_id = p_session)
$$;

-- The event of a purchase that is completed, or has failed: also when its money was given back.
create or replace function ramp.tell(p_at timestamptz, p_purchase ramp.purchase, p_event uuid) returns void
language plpgsql
as $$
begin
  if p_purchase.state in ('completed', 'failed', 'refunded') then
    perform events.append_many(
              p_at, array[p_event], array[p_purchase.project_id],
              array[case p_purchase.state when 'completed' then 'ramp.purchase.completed'
                    else 'ramp.purchase.failed' end],
              array[p_purchase.id], array[p_purchase.version], null,
              array[(select s.webhook_url from ramp.session s where s.id = p_purchase.session_id)], null);
  end if;
end $$;

-- One entry in the books of the cards; null: none.
create or replace function ramp.book(p_at timestamptz, p_purchase ramp.purchase, p_kind text, p_amount bigint)
returns void
language plpgsql
as $$
declare
  number bigint;
begin
  if p_kind is null then
    return;
  end if;
  update ramp.book b
     set entry_no = b.entry_no + 1
   where b.one
  returning b.entry_no into number;
  insert into ramp.entry (no, purchase_id, kind, currency, debit, credit, amount_minor, at)
  values (
    number, p_purchase.id, p_kind, p_purchase.currency,
    case p_kind
      when 'refund' then 'refunds'
      when 'late_refund' then 'refunds'
      when 'dispute' then 'disputes'
      when 'late_dispute' then 'disputes'
      when 'processor_fee' then 'processor_fees'
      else 'processor_receivable'
    end,
    case p_kind
      when 'sale' then 'sales'
      when 'late_refund_failed' then 'refunds'
      when 'dispute_won' then 'disputes'
      when 'late_dispute_won' then 'disputes'
      else 'processor_receivable'
    end,
    p_amount, p_at);
end $$;

-- What the processor kept of a purchase, once.
create or replace function ramp.book_fee(p_at timestamptz, p_id uuid, p_amount bigint) returns void
language plpgsql
as $$
declare
  given ramp.purchase;
begin
  select q.* into given
    from ramp.purchase q
   where q.id = p_id
     for update;
  if not exists (
    select from ramp.entry e
     where e.purchase_id = p_id
       and e.kind = 'processor_fee') then
    perform ramp.book(p_at, given, 'processor_fee', p_amount);
  end if;
end $$;
