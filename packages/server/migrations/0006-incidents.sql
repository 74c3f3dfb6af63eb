-- compatible: no
-- What an operator has to look at. Nothing in here is mended by itself.

create schema incidents;

create table incidents.incident (
  id uuid primary key,
  subject_kind text not null check (subject_kind in ('payment', 'receipt')),
  subject text not null,                              -- id of the payment; payment hash or position of the receipt
  kind text not null,
  detail text not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_reason text,
  check ((closed_at is null) = (closed_reason is null))
);

-- The same thing is recorded once until it is closed.
create unique index incident_open on incidents.incident (subject, kind)
  where closed_at is null;
create index incident_by_subject on incidents.incident (subject);
