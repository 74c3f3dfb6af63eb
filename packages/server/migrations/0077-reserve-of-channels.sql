-- compatible: yes
-- What the node's channels need as a reserve on the chain is not sold.

alter table lightning.reading
  add column reserve_msats bigint not null default 0;    -- of assets_msats
