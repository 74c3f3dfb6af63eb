-- What stands against writing back a payment that was published before a restore: its transaction, bound to it.
--
-- outcome: brought_back (nothing does), known (it is here, with this transaction; under another id where the node's
--          wallet named it first), differs (it is here with another one), given_up (this copy gave its id up), taken
--          (the transaction is another payment's, or what it was made for has another payment, which did not fail).
create or replace function onchain.judge_departed(p_id uuid, p_origin_kind text, p_origin uuid, p_txid bytea)
returns text
language sql
stable
as $$
  select case
    when exists (
      select from onchain.payment q
       where q.txid = p_txid
         and (q.id = p_id or q.origin_kind = p_origin_kind and q.origin_id = p_origin)) then 'known'
    when exists (select from onchain.payment q where q.id = p_id) then 'differs'
    when exists (select from onchain.given_up g where g.id = p_id) then 'given_up'
    when onchain.is_of_another(p_id, p_txid) or exists (
      select from onchain.payment q
       where q.origin_kind = p_origin_kind
         and q.origin_id = p_origin
         and q.state <> 'failed') then 'taken'
    else 'brought_back'
  end
$$;

-- Writes a payment to an address of the chain back that was published before a restore, with its transaction and what
-- it took. The same bytes are published again where the node does not know them; no others are built. Where the node of
-- then was replaced, what it took is less in limbo. Door for the restore slice, under the lock, after
-- onchain.judge_departed.
create or replace function onchain.bring_back(
  p_at timestamptz,
  p_id uuid,
  p_origin_kind text,
  p_origin uuid,
  p_account bigint,
  p_address text,
  p_amount bigint,
  p_fee bigint,
  p_txid bytea,
  p_transaction bytea,
  p_transfer uuid,
  p_first_at timestamptz
) returns void
language plpgsql
as $$
declare
  node constant smallint := (lightning.node_at(p_first_at)).no;
begin
  perform ledger.post_all(
            p_at, array[p_transfer], array[p_account], array[lightning.account_of_coins(node)],
            array[p_amount + p_fee], null, null, array['onchain_payment'], array[p_id]);
  perform lightning.spend_coins(node, p_amount + p_fee);
  insert into onchain.payment (
    id, origin_kind, origin_id, account_no, address, amount_msats, fee_msats, txid, transaction, counted_hour,
    node_no, state, due_at, created_at)
  values (
    p_id, p_origin_kind, p_origin, p_account, p_address, p_amount, p_fee, p_txid, p_transaction,
    ledger.count_sent(least(p_first_at, p_at), p_amount), node, 'dispatched', p_at, p_first_at);
end $$;
