-- compatible: no
-- What a request leaves behind, and what each project paid and received by the hour.

-- What the request that asked for it was called, as its answer said; null: none did, or before this was written down.
alter table payments.payment add column request_id text;
alter table receiving.charge add column request_id text;
alter table receiving.static_charge add column request_id text;
alter table vouchers.voucher add column request_id text;
alter table ramp.session add column request_id text;

create index payment_by_request on payments.payment (request_id) where request_id is not null;
create index charge_by_request on receiving.charge (request_id) where request_id is not null;
create index static_charge_by_request on receiving.static_charge (request_id) where request_id is not null;
create index voucher_by_request on vouchers.voucher (request_id) where request_id is not null;
create index session_by_request on ramp.session (request_id) where request_id is not null;

create schema requests;

-- Requests with a valid key that were refused or failed, for 30 days.
create table requests.refused (
  id uuid primary key,                                -- made by the process, UUID version 7
  project_id uuid not null,
  key_id uuid not null,
  request_id text not null,
  at timestamptz not null,                            -- of the answer
  method text not null,
  route text not null,                                -- the path with the names of its parameters
  path text not null,
  status smallint not null,
  code text not null,
  message text not null,
  details jsonb not null,                             -- a list of {field, issue}
  body text check (octet_length(body) <= 4096),       -- JSON without secrets, cut; null: there was none
  network text not null,
  took_ms int not null
);

create index refused_at on requests.refused (at);
create index refused_by_project on requests.refused (project_id, id);
create index refused_by_request on requests.refused (project_id, request_id);
create index refused_by_code on requests.refused (project_id, code, id);
create index refused_by_status on requests.refused (project_id, status, id);
create index refused_by_key on requests.refused (project_id, key_id, id);

-- How many of them were kept in an hour since 1970: of a project, and of all.
create table requests.project_hour (
  project_id uuid not null,
  hour int not null,
  kept int not null,
  primary key (project_id, hour)
);
create table requests.hour (
  hour int primary key,
  kept int not null
);

create schema totals;

-- What a project paid and received in an hour since 1970. Payments count in the hour in which they were finished, what
-- came in in the hour in which it was recorded. No index has a column that changes, so that an update stays in its page.
create table totals.project_hour (
  project_id uuid not null,
  completed_msats bigint not null default 0,
  fees_msats bigint not null default 0,
  took_ms bigint not null default 0,                  -- of all completed ones together
  failed_msats bigint not null default 0,
  received_msats bigint not null default 0,
  hour int not null,
  completed int not null default 0,
  took_1s int not null default 0,                     -- of them within 1 s, of the others within 5 s, and so on
  took_5s int not null default 0,
  took_30s int not null default 0,
  took_5m int not null default 0,
  took_1h int not null default 0,
  took_longer int not null default 0,
  failed int not null default 0,
  received int not null default 0,                    -- from others, over Lightning or within this service
  primary key (project_id, hour)
) with (fillfactor = 50);

-- What there is already.
with payment as (
  select *, (extract(epoch from processed_at) / 3600)::numeric as hours,
         greatest(floor(extract(epoch from processed_at - created_at) * 1000), 0)::bigint as ms
    from payments.payment
   where state in ('completed', 'failed')),
moved as (
  select owner_id as owner, floor(hours)::int as hour, state, amount_msats as amount, fee_msats as fee, ms
    from payment
   where owner_id is not null
   union all
  select w.owner_id, floor(p.hours)::int, 'received', p.amount_msats, null, null
    from payment p
    join wallets.wallet w on w.account_no = p.recipient_no
   where p.state = 'completed'
     and p.invoice is null
   union all
  select w.owner_id, floor(extract(epoch from r.recorded_at) / 3600)::int, 'received', r.amount_msats, null, null
    from receiving.receipt r
    join wallets.wallet w on w.id = r.wallet_id)
insert into totals.project_hour (
  project_id, hour, completed, completed_msats, fees_msats, took_ms, took_1s, took_5s, took_30s, took_5m, took_1h,
  took_longer, failed, failed_msats, received, received_msats)
select m.owner, m.hour,
       count(*) filter (where m.state = 'completed'),
       coalesce(sum(m.amount) filter (where m.state = 'completed'), 0),
       coalesce(sum(m.fee) filter (where m.state = 'completed'), 0),
       coalesce(sum(m.ms) filter (where m.state = 'completed'), 0),
       count(*) filter (where m.state = 'completed' and m.ms <= 1000),
       count(*) filter (where m.state = 'completed' and m.ms > 1000 and m.ms <= 5000),
       count(*) filter (where m.state = 'completed' and m.ms > 5000 and m.ms <= 30000),
       count(*) filter (where m.state = 'completed' and m.ms > 30000 and m.ms <= 300000),
       count(*) filter (where m.state = 'completed' and m.ms > 300000 and m.ms <= 3600000),
       count(*) filter (where m.state = 'completed' and m.ms > 3600000),
       count(*) filter (where m.state = 'failed'),
       coalesce(sum(m.amount) filter (where m.state = 'failed'), 0),
       count(*) filter (where m.state = 'received'),
       coalesce(sum(m.amount) filter (where m.state = 'received'), 0)
  from moved m
 where exists (select from wallets.wallet w where w.owner_id = m.owner and w.owner_kind = 'project')
 group by m.owner, m.hour;
