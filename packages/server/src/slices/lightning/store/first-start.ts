import type { Msats } from "#kernel/money.ts";
import type { ServiceLimits } from "#ledger";
import { type Db, sql, type Tx } from "#platform/database/db.ts";
import { REAL_MONEY_VERSION, type RealMoneyAnswer } from "../model/real-money.ts";

/** Writes down that an operator has said yes to real money; the first time counts. */
export async function insertRealMoney(
  db: Db,
  { givenBy, now }: { readonly givenBy: RealMoneyAnswer; readonly now: Date },
): Promise<void> {
  await db.query(sql`
    insert into lightning.real_money (accepted_at, text_version, given_by)
    values (${now}, ${REAL_MONEY_VERSION}, ${givenBy})
        on conflict (one) do nothing`);
}

/** When an operator said yes to real money, and to which text. */
export async function findRealMoney(
  db: Db,
): Promise<{ readonly acceptedAt: Date; readonly textVersion: number; readonly givenBy: RealMoneyAnswer } | undefined> {
  const [row] = await db.query<{ acceptedAt: Date; textVersion: number; givenBy: RealMoneyAnswer }>(sql`
    select accepted_at as "acceptedAt", text_version as "textVersion", given_by as "givenBy"
      from lightning.real_money`);
  return row;
}

/** What was found in a node before its first connection. */
export type FoundPast = {
  readonly nodeId: string;
  /** As the operator is shown it, a line each. */
  readonly shown: readonly string[];
  readonly foundAt: Date;
  readonly acceptedAt: Date | undefined;
  readonly reason: string | undefined;
};

/** Keeps what was found now. A yes to what was found before stays: what came since is the operator's too. */
export async function savePast(
  db: Db,
  { nodeId, shown, now }: { readonly nodeId: string; readonly shown: readonly string[]; readonly now: Date },
): Promise<void> {
  await db.query(sql`
    insert into lightning.past (node_id, shown, found_at)
    values (${nodeId}, ${shown}::text[], ${now})
        on conflict (node_id) do update
       set shown = excluded.shown,
           found_at = excluded.found_at
     where past.accepted_at is null`);
}

/** What was found last. */
export async function findPast(db: Db): Promise<FoundPast | undefined> {
  const [row] = await db.query<{
    nodeId: string;
    shown: readonly string[];
    foundAt: Date;
    acceptedAt: Date | null;
    reason: string | null;
  }>(sql`
    select node_id as "nodeId", shown, found_at as "foundAt", accepted_at as "acceptedAt", reason
      from lightning.past
     order by found_at desc
     limit 1`);
  return row && { ...row, acceptedAt: row.acceptedAt ?? undefined, reason: row.reason ?? undefined };
}

/** Whether an operator has said yes to the past of this node. */
export async function isPastAccepted(db: Db, nodeId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select 1
      from lightning.past
     where node_id = ${nodeId}
       and accepted_at is not null`);
  return rows.length > 0;
}

/** The operator's yes to what was found at this time. False when something else was found since. */
export async function updatePastAccepted(
  db: Db,
  { nodeId, foundAt, reason, now }: Pick<FoundPast, "nodeId" | "foundAt"> & { reason: string; now: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    update lightning.past
       set accepted_at = ${now},
           reason = ${reason}
     where node_id = ${nodeId}
       and found_at = ${foundAt}
       and accepted_at is null
    returning 1`);
  return rows.length > 0;
}

export type NewNode = {
  readonly nodeId: string;
  readonly network: string;
  readonly instanceId: string;
  readonly now: Date;
  readonly equity: { readonly channels: Msats; readonly onchain: Msats };
  /** What the service may send and hold from the beginning; undefined: no limits. */
  readonly limits: ServiceLimits | undefined;
  /** Behind its past, where it has one. */
  readonly outgoingCursor: string;
  readonly outgoingHash: Uint8Array | undefined;
};

/** Binds the service to a node. False when it is bound already: nothing was written. */
export async function insertNode(tx: Tx, node: NewNode): Promise<boolean> {
  const { nodeId, network, instanceId, now, equity, outgoingCursor, outgoingHash = null } = node;
  const rows = await tx.query(sql`
    insert into lightning.node (
      id, node_id, network, instance_id, bound_at, outgoing_cursor, outgoing_hash, first_channels_msats,
      first_onchain_msats)
    values (
      1, ${nodeId}, ${network}, ${instanceId}, ${now}, ${outgoingCursor}, ${outgoingHash}::bytea, ${equity.channels},
      ${equity.onchain})
    on conflict do nothing
    returning 1`);
  const { payment = null, day = null, wallets = null, inFlight = null } = node.limits ?? {};
  if (rows.length > 0 && node.limits !== undefined)
    await tx.query(sql`select ledger.set_service_limits(${payment}, ${day}, ${wallets}, ${inFlight})`);
  return rows.length > 0;
}

/** Writes down what is known of the past: what the node made and got before it was ours. */
export async function insertPastHashes(
  tx: Tx,
  { paid, received, receiptCursor }: Record<"paid" | "received", readonly Uint8Array[]> & { receiptCursor: string },
): Promise<void> {
  await tx.query(sql`
    insert into lightning.past_hash (payment_hash, is_receipt, node_no)
    select u.hash, false, lightning.current_node()
      from unnest(${paid}::bytea[]) as u(hash)
     union
    select u.hash, true, lightning.current_node()
      from unnest(${received}::bytea[]) as u(hash)
        on conflict do nothing`);
  await tx.query(sql`select receiving.begin_after(lightning.current_node(), ${receiptCursor})`);
}

/** Which of these the node had paid, or received, before it was ours. */
export async function listPastHashes(
  db: Db,
  hashes: readonly Uint8Array[],
  { isReceipt }: { readonly isReceipt: boolean },
): Promise<readonly Uint8Array[]> {
  const rows = await db.query<{ hash: Uint8Array }>(sql`
    select payment_hash as hash
      from lightning.past_hash
     where payment_hash = any (${hashes}::bytea[])
       and is_receipt = ${isReceipt}
       and node_no = lightning.current_node()`);
  return rows.map(({ hash }) => hash);
}
