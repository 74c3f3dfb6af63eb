import { sql, type Tx } from "#platform/database/db.ts";

/**
 * What was booked about the node without its row, and the reverse: the equity of the first connection, once, and
 * foreign payments.
 */
export async function listNodeBookingBreaches(
  tx: Tx,
  limit: number,
): Promise<{ readonly kind: string; readonly id: string }[]> {
  return await tx.query(sql`
    with booked as (
      select l.cause_kind, l.transfer, l.cause,
             (sum(l.amount) filter (where l.credit = ledger.system('lightning_node')))::bigint as paid,
             (sum(l.amount) filter (where l.credit = ledger.system('loss')))::bigint as taken_back
        from ledger.caused_by(array['equity', 'foreign_payment', 'node_replaced', 'former_settled']) l
       group by l.cause_kind, l.transfer, l.cause)
    select b.cause_kind as kind, b.cause as id
      from booked b
     where b.transfer <> b.cause
        or b.cause_kind = 'equity' and not exists (select from lightning.node n where n.equity_transfer_id = b.cause)
        or b.cause_kind = 'node_replaced'
       and not exists (select from lightning.node n where n.limbo_transfer_id = b.cause)
        or b.cause_kind = 'former_settled'
       and not exists (select from lightning.former_settlement s where s.id = b.cause)
        or b.cause_kind = 'foreign_payment' and not exists (
             select from lightning.foreign_payment f
              where f.transfer_id = b.cause and b.paid is not null or f.end_transfer_id = b.cause)
       and not exists (
             select from lightning.loss_taken_back t
              where b.cause in (t.id, t.transfer_id, t.end_transfer_id))
     union all
    select 'former_settled', s.id
      from lightning.former_settlement s
      left join ledger.caused_by(array['former_settled']) l
        on l.cause = s.id
       and l.amount = s.amount_msats
       and l.debit = lightning.account_of_settlement(s.kind)
     where l.cause is null
     union all
    select 'foreign_payment', t.id
      from lightning.loss_taken_back t
      left join booked b
        on b.cause = t.id
     where b.taken_back is distinct from t.amount_msats
     union all
    select 'foreign_payment', f.end_transfer_id
      from lightning.foreign_payment f
      left join booked b
        on b.cause = f.end_transfer_id
     where f.end_transfer_id is not null
       and (f.set_aside_at is null or b.cause is null)
     union all
    select 'foreign_payment', f.transfer_id
      from lightning.foreign_payment f
      left join ledger.caused_by(array['foreign_payment', 'payment_finished']) l -- or a payment of ours explains it
        on l.transfer = f.transfer_id
     where f.transfer_id is not null
       and (f.booked_at is null and f.set_aside_at is null or l.transfer is null)
     limit ${limit}`);
}

/** Postings of the operator's and the node's own money, after this one, that no row explains. */
export async function listStrayPostings(
  tx: Tx,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<{ readonly kind: string; readonly id: string }[]> {
  return await tx.query(sql`
    select l.cause_kind as kind, l.cause as id
      from ledger.caused_after(
             array['equity', 'foreign_payment', 'equity_deposit', 'equity_withdrawal', 'chain_cost', 'to_channels',
                   'to_chain', 'routing_income', 'booking_undone', 'node_replaced', 'former_settled'],
             ${after}) l
     where l.transfer <> l.cause
        or case l.cause_kind
             when 'equity' then not exists (select from lightning.node n where n.equity_transfer_id = l.cause)
             when 'node_replaced' then not exists (select from lightning.node n where n.limbo_transfer_id = l.cause)
             when 'former_settled'
               then not exists (
                 select from lightning.former_settlement s where s.id = l.cause and s.amount_msats = l.amount)
             when 'foreign_payment'
               then not exists (
                 select from lightning.foreign_payment f where l.cause in (f.transfer_id, f.end_transfer_id))
               and not exists (
                 select from lightning.loss_taken_back t where l.cause in (t.id, t.transfer_id, t.end_transfer_id))
             else not exists (
               select from lightning.operator_booking b
                where b.id = l.cause and b.kind = l.cause_kind and b.amount_msats = l.amount)
           end
     limit ${limit}`);
}

/** What is in limbo of all former nodes, and the balance of their account. */
export async function findLimbo(tx: Tx): Promise<{ readonly ofNodes: bigint; readonly booked: bigint }> {
  const [row] = await tx.query<{ ofNodes: bigint; booked: bigint }>(sql`
    select coalesce(sum(limbo_msats), 0)::bigint as "ofNodes",
           -ledger.balance(ledger.system('former_node')) as booked
      from lightning.node`);
  return row ?? { ofNodes: 0n, booked: 0n };
}

/** How many nodes are the service's now. */
export async function countNodes(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*)::int as count
      from lightning.node
     where replaced_at is null`);
  return row?.count ?? 0;
}
