-- compatible: yes
-- The addresses that a network asked codes for. A process of the version before calls login.request_code without a
-- network; that one stays.

-- A network that asks for codes: its addresses of the last hour, each once, and when each got its last code. Locked
-- while it is counted.
create table login.network (
  -- of the network, under the service's secret key
  network_hash bytea primary key check (length(network_hash) = 32),
  addresses bytea[] not null default '{}',            -- hashes as in login.address
  asked_at timestamptz[] not null default '{}',       -- of the address at the same place
  forget_at timestamptz not null,                     -- nothing of it counts afterwards
  constraint network_pairs check (cardinality(addresses) = cardinality(asked_at))
);

create index network_forget on login.network (forget_at);
