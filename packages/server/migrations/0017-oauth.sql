-- compatible: yes
-- Applications that log people in ("Log in with …": OAuth 2, OpenID Connect), and what they were given.

create schema oauth;

-- An application of a project: a client in the sense of RFC 6749.
create table oauth.app (
  id uuid primary key,                                -- UUID version 7
  client_id text not null unique check (length(client_id) = 36),
  project_id uuid not null references projects.project (id),
  name text not null check (name <> ''),              -- shown to people who are asked for their consent
  logo_url text,                                      -- https://…
  redirect_uris text[] not null check (cardinality(redirect_uris) between 1 and 3),
  created_at timestamptz not null,
  revoked_at timestamptz
);

create index app_by_project on oauth.app (project_id);

-- Two live side by side while an application changes from one to the other.
create table oauth.app_secret (
  secret_hash bytea primary key check (length(secret_hash) = 32),        -- SHA-256 of 216 random bits
  app_id uuid not null references oauth.app (id),
  created_at timestamptz not null,
  revoked_at timestamptz
);

create index app_secret_by_app on oauth.app_secret (app_id);

-- What a user allowed an application to see. Remembered, so that the same question is asked once.
create table oauth.consent (
  user_id uuid not null,
  client_id text not null references oauth.app (client_id),
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, client_id)
);

-- What the protocol hands out and remembers: codes, tokens, grants, its sessions and unfinished logins. Found by the
-- SHA-256 of the secret that its holder has; the secret itself is nowhere.
create table oauth.artifact (
  model text not null check (model in (
    'AccessToken', 'AuthorizationCode', 'RefreshToken', 'Grant', 'Session', 'Interaction', 'PushedAuthorizationRequest',
    'ReplayDetection')),
  id_hash bytea not null check (length(id_hash) = 32),
  payload jsonb not null,
  -- of a grant, its codes and its tokens: one for each authorization
  grant_id text,
  uid text,                                           -- of a session
  user_id uuid,
  client_id text,
  created_at timestamptz not null,
  -- of codes and refresh tokens: kept until they expire, so that a second use is seen
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (model, id_hash)
);

create index artifact_by_grant on oauth.artifact (grant_id)
  where grant_id is not null;
create index artifact_by_uid on oauth.artifact (uid)
  where uid is not null;
create index artifact_by_user on oauth.artifact (user_id, client_id)
  where user_id is not null;
create index artifact_expires_at on oauth.artifact (expires_at);

create index artifact_grants on oauth.artifact (created_at)
  where model = 'Grant';

-- Keys that sign id tokens. The newest whose time has come signs; the others are published, so that what they signed
-- can be checked.
create table oauth.signing_key (
  generation int primary key check (generation > 0),  -- of two processes that make one, the first one's stays
  kid text not null unique,
  sealed bytea not null,                              -- the private key as JWK, sealed with the key of the installation
  created_at timestamptz not null,
  signs_from timestamptz not null,
  retired_at timestamptz                              -- no longer published
);
