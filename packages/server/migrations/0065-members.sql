-- compatible: yes
-- People who act on projects, as members with a role.

-- A member acts as a key that nobody can present: its hash is of bytes that nobody has seen. So its cap, its budget and
-- what a restore asks of keys hold for members too.
alter table projects.project_key
  add column of_member boolean not null default false;

create schema members;

create table members.member (
  id uuid primary key,
  project_id uuid not null,
  user_id uuid not null,
  role text not null check (role in ('owner', 'developer', 'viewer')),
  key_id uuid not null unique,                        -- of slice projects: as which the member acts
  added_at timestamptz not null,
  added_by uuid,                                      -- a user; null: the operator, or who made the project
  removed_at timestamptz                              -- null: is a member
);

create unique index member_once on members.member (project_id, user_id) where removed_at is null;
create index member_by_user on members.member (user_id) where removed_at is null;

-- Who may become a member: whoever proves this e-mail address by a login.
create table members.invitation (
  id uuid primary key,
  project_id uuid not null,
  email text not null check (length(email) between 3 and 254),
  role text not null check (role in ('owner', 'developer', 'viewer')),
  invited_by uuid,                                    -- a user; null: the operator
  invited_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > invited_at),
  ended_at timestamptz,                               -- accepted, declined or taken back
  end_kind text check (end_kind in ('accepted', 'declined', 'taken_back')),
  constraint invitation_end check ((ended_at is null) = (end_kind is null))
);

create unique index invitation_once on members.invitation (project_id, email) where ended_at is null;
create index invitation_by_email on members.invitation (email) where ended_at is null;

-- What people changed: written before the change begins, so that none is missing.
create table members.change (
  id uuid primary key,
  project_id uuid not null,
  user_id uuid not null,
  role text not null,                                 -- that the user had
  operation text not null,                            -- its name in the reference of the pages' API
  subject text,                                       -- id of the thing that was changed; null: a new one
  request_id text not null,
  network text not null,                              -- from which it was asked
  asked_at timestamptz not null,
  status smallint                                     -- of the answer; null: the process died before it
);

create index change_by_project on members.change (project_id, id);
