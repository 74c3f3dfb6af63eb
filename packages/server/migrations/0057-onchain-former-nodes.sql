-- compatible: no
-- A payment to an address of the chain has the number of the node that built its transaction: a node can be replaced
-- while some are under way. An older version would give back from the coins of the new node what was the former one's.

alter table onchain.payment
  add column node_no smallint not null default 1;     -- which node's coins it spends
update onchain.payment q
   set node_no = coalesce(
         (select n.id from lightning.node n where n.replaced_at > q.created_at order by n.replaced_at, n.id limit 1),
         (select n.id from lightning.node n where n.replaced_at is null),
         1);
alter table onchain.payment alter column node_no drop default;

-- They take more now; the new ones are written after the migrations.
drop function if exists onchain.begin_many(
  timestamptz, uuid[], text[], uuid[], bigint[], text[], bigint[], bigint[], bytea[], bytea[], uuid[]);
drop function if exists onchain.finish_many(
  timestamptz, uuid[], text[], uuid[], uuid[], bytea[], bigint[]);
drop function if exists onchain.book_replaced(timestamptz, onchain.payment, uuid, bigint);
drop function if exists onchain.has_open();
