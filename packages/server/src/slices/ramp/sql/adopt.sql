-- Writes a purchase that this database lost with a copy, and that its card has paid: captured, as its driver finds it
-- then. Also in the place of one that ended here without a payment. What it delivers goes from the operator's equity to
-- ramp_clearing. An operator has decided it.
--
-- p_purchase: JSON of its columns; a session_id that is null or taken stands for p_session. p_email, p_token_hash,
-- p_page_hash: of a session that is lost too; nobody can open it. p_incident, p_reason: of the decision, which is kept.
--
-- outcome: adopted, known (a purchase has this id or this reference), given_back (an operator gives it back),
--          unavailable (the operator's own money does not cover it, or nobody knows what the node holds).
create or replace function ramp.adopt(
  p_at timestamptz,
  p_purchase jsonb,
  p_session uuid,
  p_email text,
  p_token_hash bytea,
  p_page_hash bytea,
  p_transfer uuid,
  p_incident uuid,
  p_reason text
) returns text
language plpgsql
as $$
declare
  given ramp.purchase := jsonb_populate_record(null::ramp.purchase, p_purchase);
  outcome text;
begin
  perform ledger.lock_open_book();
  outcome := case
    when ramp.is_known(given.id, given.processor, given.reference) then 'known'
    when exists (
      select from ramp.stray t
       where t.processor = given.processor
         and t.reference = given.reference) then 'given_back'
    when given.amount_msats + given.fee_limit_msats > coalesce(lightning.sellable(p_at), 0) then 'unavailable'
    else 'adopted'
  end;
  if outcome <> 'adopted' then
    return outcome;
  end if;

  delete from ramp.purchase q
   where q.id = given.id
     and ramp.is_unpaid(q);
  given.session_id := ramp.session_for(given, p_session, p_email, p_token_hash, p_page_hash);
  insert into ramp.purchase (
    id, session_id, project_id, user_id, state, previous_state, currency, source_minor, fee_minor, price_minor,
    price_source, limit_minor, amount_msats, fee_limit_msats, destination, destination_key, mail_key, network,
    processor, reference, card_key, card_brand, card_last4, sold_transfer_id, due_at, created_at, quote_until,
    begun_at, changed_at)
  values (
    given.id, given.session_id, given.project_id, given.user_id, 'captured', 'authorized', given.currency,
    given.source_minor, 0, given.price_minor, 'fixed', given.limit_minor, given.amount_msats, given.fee_limit_msats,
    given.destination, given.destination_key, given.mail_key, 'loopback', given.processor, given.reference,
    given.card_key, given.card_brand, given.card_last4, p_transfer, p_at, given.begun_at, given.begun_at,
    given.begun_at, p_at)
  returning * into given;
  perform ledger.post_all(
            p_at, array[p_transfer], array[ledger.system('operator_equity')], array[ledger.system('ramp_clearing')],
            array[given.amount_msats + given.fee_limit_msats], null, null, array['purchase'], array[given.id]);
  perform ramp.book(p_at, given, 'sale', given.source_minor);
  perform incidents.record_many(
            p_at, array[p_incident], 'purchase', array[given.id::text], array['purchase_adopted'], array[p_reason]);
  perform incidents.close_many(p_at, array[given.id::text], 'purchase_adopted', array['decided']);
  perform incidents.close_many(p_at, array[given.id::text], 'purchase_lost', array[p_reason]);
  return outcome;
end $$;

-- Whether a purchase ended here before its payment was begun at the processor: as a copy has it.
create or replace function ramp.is_unpaid(p_purchase ramp.purchase) returns boolean
language sql
immutable
as $$
  select p_purchase.reference is null and p_purchase.state in ('expired', 'canceled')
$$;

-- Whether a purchase has this id, or this reference of the processor; not one that ended without a payment.
create or replace function ramp.is_known(p_id uuid, p_processor text, p_reference text) returns boolean
language sql
stable
as $$
  select exists (
    select from ramp.purchase q
     where q.id = p_id
       and not ramp.is_unpaid(q)
        or q.processor = p_processor
       and q.reference = p_reference)
$$;

-- The session of an adopted purchase: its own where the database has it and no other purchase fills it, otherwise one
-- that is over.
create or replace function ramp.session_for(
  p_purchase ramp.purchase,
  p_session uuid,
  p_email text,
  p_token_hash bytea,
  p_page_hash bytea
) returns uuid
language plpgsql
as $$
declare
  found_id uuid;
  made_id uuid := coalesce(p_purchase.session_id, p_session);
begin
  update ramp.session s
     set page_hash = coalesce(s.page_hash, p_page_hash),
         network = coalesce(s.network, 'loopback'),
         user_id = coalesce(s.user_id, p_purchase.user_id),
         ended_at = case s.state when 'open' then s.expires_at else s.ended_at end,
         state = case s.state when 'open' then 'expired' else s.state end,
         version = s.version + 1
   where s.id = p_purchase.session_id
     and s.project_id = p_purchase.project_id
     and not exists (
       select from ramp.purchase q
        where q.session_id = s.id
          and q.fills_session)
  returning s.id into found_id;
  if found_id is not null then
    return found_id;
  end if;
  if exists (
    select from ramp.session s
     where s.id = made_id) then
    made_id := p_session;
  end if;
  insert into ramp.session (
    id, project_id, email, webhook_url, token_hash, page_hash, network, user_id, state, created_at, expires_at,
    ended_at)
  values (
    made_id, p_purchase.project_id, p_email, '', p_token_hash, p_page_hash, 'loopback', p_purchase.user_id, 'expired',
    p_purchase.begun_at, p_purchase.begun_at + interval '15 minutes', p_purchase.begun_at + interval '15 minutes');
  return made_id;
end $$;

-- Writes down that an operator gives such a payment back, before the processor is asked; the first reason stays. False
-- when a purchase has it: then it goes on by itself.
create or replace function ramp.give_back(
  p_at timestamptz,
  p_processor text,
  p_reference text,
  p_purchase uuid,
  p_currency text,
  p_amount bigint,
  p_reason text
) returns boolean
language plpgsql
as $$
begin
  perform ledger.lock_open_book();
  if ramp.is_known(p_purchase, p_processor, p_reference) then
    return false;
  end if;
  insert into ramp.stray (processor, reference, purchase_id, currency, amount_minor, reason, adopted_at)
  values (p_processor, p_reference, p_purchase, p_currency, p_amount, p_reason, p_at)
      on conflict (processor, reference) do nothing;
  return true;
end $$;

-- The processor has given such a payment back: only now nobody has to look at it any more. Safe to repeat.
create or replace function ramp.end_give_back(p_at timestamptz, p_processor text, p_reference text) returns void
language plpgsql
as $$
declare
  ended ramp.stray;
begin
  update ramp.stray t
     set refunded_at = p_at
   where t.processor = p_processor
     and t.reference = p_reference
     and t.refunded_at is null
  returning * into ended;
  if ended.purchase_id is not null then
    perform incidents.close_many(p_at, array[ended.purchase_id::text], 'purchase_lost', array[ended.reason]);
  end if;
end $$;
