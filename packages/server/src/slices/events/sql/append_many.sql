-- Writes events and their deliveries, one event for each element that somebody receives: a callbackUrl, an enabled
-- endpoint of the owner that takes the type, or a reader of the owner's stream, which needs no delivery. Door for the
-- slices' batched functions, which call it while the ledger's row is locked, in the statement that makes the change
-- true, and only when events.is_received says that there may be a receiver. An element whose p_type or p_owner is null
-- is skipped.
--
-- p_sequence: the object's own version, so that a receiver can drop what is stale.
-- p_facts: what of the object may change after the event, as the slice's `eventBodies` reads it.
-- p_callback_url: null and '' are none.
-- p_callback_after: a callbackUrl is called no sooner; null: immediately.
--
-- Its callers keep the planner from hash joins, so that every look-up takes an index; here two lists of a whole batch
-- are joined.
create or replace function events.append_many(
  p_at timestamptz,
  p_id uuid[],
  p_owner uuid[],
  p_type text[],
  p_object uuid[],
  p_sequence int[],
  p_facts jsonb[],
  p_callback_url text[],
  p_callback_after timestamptz[]
) returns void
language plpgsql
set enable_hashjoin = on
as $$
begin
  if p_type is null or cardinality(array_remove(p_type, null)) = 0 then
    return;
  end if;

  with happened as materialized (
    select u.*
      from unnest(p_id, p_owner, p_type, p_object, p_sequence, p_facts, p_callback_url, p_callback_after)
             with ordinality as u(id, owner, type, object, sequence, facts, callback_url, callback_after, i)
     where u.type is not null
       and u.owner is not null),
  -- Locked as the foreign key will lock them: one that is being deleted is waited for, and is then not there.
  taker as materialized (
    select e.id, e.owner_id, e.url, e.types
      from events.endpoint e
     where e.owner_id = any (p_owner)
       and e.state = 'enabled'
     order by e.id
       for key share),
  wanted as materialized (
    select h.id, h.id as receiver, null::uuid as endpoint, h.owner, h.type, h.callback_url as url,
           greatest(h.callback_after, p_at) as due_at
      from happened h
     where h.callback_url <> ''
    union all
    select h.id, t.id, t.id, h.owner, h.type, t.url, p_at
      from happened h
      join taker t
        on t.owner_id = h.owner
       and (t.types is null or h.type = any (t.types))),
  listener as materialized (
    select l.owner_id
      from events.listening l
     where l.owner_id = any (p_owner)
       and l.until > p_at),
  received as materialized (
    select h.*, not d.delivered as streamed, row_number() over (order by h.i) as place
      from happened h
     cross join lateral (select h.id in (select w.id from wanted w) as delivered) d
     where d.delivered
        or h.owner in (select l.owner_id from listener l)),
  counted as (
    update events.counter c
       set no = c.no + r.written
      from (select count(*) as written from received) r
     where r.written > 0
    returning c.no - r.written as before),
  written as (
    insert into events.event (id, owner_id, type, object_id, sequence, facts, streamed, no, created_at)
    select r.id, r.owner, r.type, r.object, r.sequence, r.facts, r.streamed, c.before + r.place, p_at
      from received r
     cross join counted c)
  insert into events.delivery (event_id, receiver_id, endpoint_id, owner_id, type, url, host, state, due_at, created_at)
  select w.id, w.receiver, w.endpoint, w.owner, w.type, w.url, events.host_of(w.url), 'waiting', w.due_at, p_at
    from wanted w;
  if found then
    perform set_config('leyden.left', 'deliveries', true); -- the process that has called this sends them at once
  end if;
end $$;

-- Whether anybody may receive events of these owners at p_at: two small look-ups, so that changes without a receiver
-- cost no more.
create or replace function events.is_received(p_at timestamptz, p_owner uuid[], p_callback_url text[]) returns boolean
language plpgsql
stable
as $$
begin
  return cardinality(array_remove(array_remove(p_callback_url, null), '')) > 0 or exists (
    select from events.endpoint e
     where e.owner_id = any (p_owner)
       and e.state = 'enabled') or exists (
    select from events.listening l
     where l.owner_id = any (p_owner)
       and l.until > p_at);
end $$;

-- "host" or "host:port" of a URL, in lower case. Empty for what is no URL: that must not hold up the change.
create or replace function events.host_of(p_url text) returns text
language sql
immutable
return coalesce(lower(substring(p_url from '^[a-zA-Z]+://([^/?#]+)')), '');
