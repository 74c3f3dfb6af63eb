-- compatible: yes
-- The key that seals secrets, and the factors by which users log in.

-- Which key seals the secrets in this database: a process with another key does not start.
create table platform.secret_key (
  is_only boolean primary key check (is_only),
  fingerprint bytea not null check (length(fingerprint) = 32),           -- made with the key; the key cannot be had from it
  created_at timestamptz not null
);
