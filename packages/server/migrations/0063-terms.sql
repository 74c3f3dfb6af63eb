-- compatible: yes
-- Which terms a user has accepted, and when: each version once.

create table users.terms_accepted (
  user_id uuid not null references users.user (id),
  version text not null check (length(version) between 1 and 40),
  accepted_at timestamptz not null,
  primary key (user_id, version)
);
