-- compatible: no
-- Codes of mails: they count for who asked for them, wrong ones also for the network. Browsers that were logged in
-- before. An older version would leave out who asked.

alter table login.address
  -- who asked for the code at the same place of codes_at: 'network <hash>', 'browser <id>', 'user <id>'
  add column codes_by text[] not null default '{}';
update login.address
   set codes_by = array_fill('network'::text, array[cardinality(codes_at)])
 where cardinality(codes_at) > 0;
alter table login.address
  add constraint address_pairs check (cardinality(codes_at) = cardinality(codes_by));

alter table login.network
  add column wrong_at timestamptz[] not null default '{}';                -- wrong codes of the last hour

alter table login.attempt
  -- that asked for the code and that wrong ones count for; null: they count for nobody else
  add column network_hash bytea check (length(network_hash) = 32);

-- A browser that was logged in: by its cookie it has a share of its own of what is limited. For each user that it was
-- logged in as a row.
create table login.known_browser (
  id uuid primary key,                                -- made by the caller, UUID version 7
  secret_hash bytea not null check (length(secret_hash) = 32),           -- SHA-256 of the secret in the cookie
  user_id uuid not null,
  -- of the user's e-mail address at that login, as in login.address
  address_hash bytea not null check (length(address_hash) = 32),
  session_id uuid not null,                           -- the last one; who ends it ends this row
  logged_in_at timestamptz not null,
  expires_at timestamptz not null,
  user_agent text not null,                           -- as in login.session, of that login
  network text not null,
  unique (secret_hash, user_id),
  constraint known_browser_ends check (expires_at > logged_in_at)
);

-- How often it was changed how a user logs in, the address, or a block: a login that was begun before a change is not
-- finished after it.
alter table login.factor_set
  add column revision int not null default 0;
alter table login.attempt
  add column revision int not null default 0;         -- that held when the first factor was checked; in 'second_factor'

-- They take or return more now; the new ones are written after the migrations.
drop function if exists login.start_session;
drop function if exists login.end_logins;

create index known_browser_by_user on login.known_browser (user_id, logged_in_at);
create index known_browser_expires on login.known_browser (expires_at);
