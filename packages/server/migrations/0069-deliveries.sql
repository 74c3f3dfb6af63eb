-- compatible: yes
-- What the dashboard shows of webhooks: all deliveries in one list, each attempt as it was sent, endpoints that fail.

-- The event's, for the lists. '' until the batches of 0071 are over, and of what an older release writes.
alter table events.delivery add column type text not null default '';

-- What is left for these batches; empty afterwards.
create index delivery_without_type on events.delivery (event_id) where type = '';

-- Lists by receiver: the endpoint, or the host of a callbackUrl. It takes the place of the index by state, so that an
-- event costs what it did.
drop index events.delivery_by_state;
create index delivery_by_receiver
  on events.delivery (owner_id, state, coalesce(endpoint_id::text, host), type, event_id);
-- Lists of all receivers. What waits is not in it.
create index delivery_ended on events.delivery (owner_id, state, type, event_id, receiver_id)
  where state <> 'waiting';

alter table events.attempt
  add column url text,                                -- these four are null for attempts of before 0069
  add column signature text,                          -- the header "webhook-signature"
  add column body_hash bytea check (length(body_hash) = 32), -- SHA-256 of what was sent
  -- nothing but the public internet could answer: no `host:port` that the operator has named
  add column is_public boolean;

-- Whether an endpoint takes what it is sent.
alter table events.endpoint
  add column taken_at timestamptz,                    -- it has taken an event; written once a minute at most
  -- of the first event that it does not take, of those made since it took one; null: it takes them
  add column failing_since timestamptz,
  -- attempts that failed since; more are not counted
  add column failures smallint not null default 0 check (failures between 0 and 3),
  add column failed_status int,                       -- of the last of them; null: there was no answer
  add constraint endpoint_failing check ((failing_since is null) = (failures = 0));

create index endpoint_by_failing on events.endpoint (failing_since) where failing_since is not null;

with taken as (
  select d.endpoint_id, max(d.finished_at) as at
    from events.delivery d
   where d.state = 'delivered'
     and d.endpoint_id is not null
   group by d.endpoint_id)
update events.endpoint e
   set taken_at = t.at
  from taken t
 where e.id = t.endpoint_id;

with stuck as (
  select d.endpoint_id, min(d.created_at) as since, max(d.event_id::text)::uuid as newest
    from events.delivery d
    join events.endpoint e on e.id = d.endpoint_id
   where d.state = 'waiting'
     and d.attempt - d.resent_after >= 3
     and (e.taken_at is null or d.created_at > e.taken_at)
   group by d.endpoint_id)
update events.endpoint e
   set failing_since = s.since,
       failures = 3,
       failed_status = (
         select a.status
           from events.attempt a
          where a.event_id = s.newest
            and a.receiver_id = e.id
          order by a.number desc
          limit 1)
  from stuck s
 where e.id = s.endpoint_id;
