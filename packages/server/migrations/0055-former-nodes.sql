-- compatible: no
-- A node can be replaced. What was ordered at a node, received by it or asked of it says which one it was, so that no
-- table assumes a single one for ever.

-- What former nodes held by the books, and what has neither come back nor is lost.
insert into ledger.account (no, kind)
values (18, 'former_node');

alter table lightning.node
  drop constraint node_id_check,
  add constraint node_key unique (node_id),           -- one that was replaced does not come back
  add column replaced_at timestamptz,                 -- null: it is the node of the service
  add column replaced_because text,
  add column limbo_msats bigint not null default 0,   -- its part of the account `former_node`
  add column limbo_transfer_id uuid,                  -- moved it there; null also where the books had nothing
  add constraint node_replaced check (
    (replaced_at is null) = (replaced_because is null)
    and (replaced_at is not null or (limbo_msats = 0 and limbo_transfer_id is null)));

-- What an operator said of the money of former nodes: each the cause of a transfer.
create table lightning.former_settlement (
  id uuid primary key,                                -- also the id of the transfer
  node_no smallint not null references lightning.node (id),
  kind text not null check (kind in ('to_chain', 'to_node', 'counted', 'chain_cost', 'loss')),
  amount_msats bigint not null check (amount_msats > 0),
  reason text not null,
  booked_at timestamptz not null,
  unique (node_no, kind, amount_msats, reason)        -- said twice it is the same one
);

alter table lightning.past_hash
  add column node_no smallint not null default 1,
  drop constraint past_hash_pkey,
  add primary key (payment_hash, is_receipt, node_no);
alter table lightning.past_hash alter column node_no drop default;

alter table payments.payment
  add column node_no smallint,                        -- at which node it was ordered; null: at none
  add column node_replaced_at timestamptz,            -- it was pending when that one was replaced
  add constraint payment_node check (node_replaced_at is null or node_no is not null);
update payments.payment
   set node_no = 1
 where attempt > 0
    or preimage is not null;
create index payment_at_former_node on payments.payment (node_no)
  where node_replaced_at is not null;

alter table receiving.charge
  add column node_no smallint not null default 1;     -- which node made its invoice
alter table receiving.charge alter column node_no drop default;

alter table receiving.receipt
  add column node_no smallint;                        -- which node received it
update receiving.receipt
   set node_no = 1
 where via = 'node';
alter table receiving.receipt
  add constraint receipt_node check ((via = 'node') = (node_no is not null));

-- How far the receipts of each node are recorded.
alter table receiving.node_cursor
  drop column one,
  add column node_no smallint not null default 1;
alter table receiving.node_cursor
  alter column node_no drop default,
  add primary key (node_no);
