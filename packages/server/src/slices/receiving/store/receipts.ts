import type { EventId } from "#events";
import type { ChargeId, ProjectId, WalletId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { type Db, one, sql } from "#platform/database/db.ts";
import type { PayerData } from "../model/charge.ts";
import type { AssignedAgain, LostAssignment } from "../model/lost-assignment.ts";
import type { Receipt, ReceiptFlag } from "../model/receipt.ts";

type ReceiptRow = {
  readonly id: string;
  readonly charge_id: ChargeId | null;
  readonly wallet_id: WalletId;
  readonly amount_msats: Msats;
  readonly flags: readonly ReceiptFlag[];
  readonly settled_at: Date;
  readonly recorded_at: Date;
  readonly comment: string | null;
  readonly payer_data: PayerData | null;
};

/** Receipts by their ids, of those that a wallet got. */
export async function listReceiptsById(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Receipt>> {
  const rows = await db.query<ReceiptRow>(sql`
    select r.*, c.comment, c.payer_data
      from receiving.receipt r
      left join receiving.charge c on c.id = r.charge_id
     where r.id = any (${ids}::uuid[])
       and r.wallet_id is not null`);
  return new Map(rows.map((row) => [row.id, toReceipt(row)]));
}

/** What has come in for a charge and a wallet has got, the first first. */
export async function listReceiptsOfCharge(db: Db, charge: ChargeId): Promise<Receipt[]> {
  const rows = await db.query<ReceiptRow>(sql`
    select r.*, c.comment, c.payer_data
      from receiving.receipt r
      join receiving.charge c on c.id = r.charge_id
     where r.charge_id = ${charge}
       and r.wallet_id is not null
     order by r.settled_at, r.id`);
  return rows.map(toReceipt);
}

/** Of these hashes those for which no charge was given out and nothing was received. */
export async function listUncharged(db: Db, hashes: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const rows = await db.query<{ hash: Uint8Array }>(sql`
    select u.hash
      from unnest(${hashes}::bytea[]) as u(hash)
     where not exists (select from receiving.charge c where c.payment_hash = u.hash)
       and not exists (select from receiving.receipt r where r.payment_hash = u.hash)`);
  return rows.map(({ hash }) => hash);
}

function toReceipt(row: ReceiptRow): Receipt {
  return {
    id: row.id,
    chargeId: row.charge_id ?? undefined,
    walletId: row.wallet_id,
    amount: row.amount_msats,
    flags: row.flags,
    settledAt: row.settled_at,
    createdAt: row.recorded_at,
    comment: row.comment ?? undefined,
    payerData: row.payer_data ?? undefined,
  };
}

/** What the statement of a wallet says about a receipt of its own. */
export type ReceiptCause = { readonly chargeId: ChargeId | undefined; readonly internalId: string | undefined };

type ReceiptCauseRow = {
  readonly id: string;
  readonly chargeId: ChargeId | null;
  readonly internalId: string | null;
};

/**
 * Those of these receipts that the wallet got, by the id of the receipt or of the internal payment. The
 * internalId of a charge that a project asked for is the project's own.
 */
export async function listReceiptCauses(
  db: Db,
  wallet: WalletId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReceiptCause>> {
  const rows = await db.query<ReceiptCauseRow>(sql`
    select r.id, c.id as "chargeId", case when c.asked_by is null then c.internal_id end as "internalId"
      from receiving.receipt r
      left join receiving.charge c
        on c.id = r.charge_id
       and c.wallet_id = r.wallet_id
     where r.id = any (${ids}::uuid[])
       and r.wallet_id = ${wallet}`);
  return new Map(
    rows.map(({ id, chargeId, internalId }) => [
      id,
      { chargeId: chargeId ?? undefined, internalId: internalId ?? undefined },
    ]),
  );
}

/** Where a receipt came from, as far as the owner of the wallet may know. */
export type ReceiptOrigin = {
  /** When the payer's payment was settled. */
  readonly settledAt: Date;
  /** On what request its invoice was made; undefined: there was none. */
  readonly request: "request" | "project" | "pay_link" | undefined;
  /** The project that asked for it. */
  readonly askedBy: ProjectId | undefined;
  /** Of the invoice; of one at a pay link it says nothing more. */
  readonly description: string;
};

/** Of these receipts those that the wallet got, by the id of the receipt or of the internal payment. */
export async function listReceiptOrigins(
  db: Db,
  wallet: WalletId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReceiptOrigin>> {
  const rows = await db.query<{
    readonly id: string;
    readonly settledAt: Date;
    readonly request: "request" | "project" | "pay_link" | null;
    readonly askedBy: ProjectId | null;
    readonly description: string | null;
  }>(sql`
    select r.id, r.settled_at as "settledAt", c.origin as request, c.asked_by as "askedBy", c.description
      from receiving.receipt r
      left join receiving.charge c
        on c.id = r.charge_id
       and c.wallet_id = r.wallet_id
     where r.id = any (${ids}::uuid[])
       and r.wallet_id = ${wallet}`);
  return new Map(
    rows.map(({ id, settledAt, request, askedBy, description }) => [
      id,
      { settledAt, request: request ?? undefined, askedBy: askedBy ?? undefined, description: description ?? "" },
    ]),
  );
}

/** The payment hash of a receipt. */
export async function findReceiptHash(db: Db, id: string): Promise<Uint8Array | undefined> {
  const [row] = await db.query<{ paymentHash: Uint8Array }>(sql`
    select payment_hash as "paymentHash"
      from receiving.receipt
     where id = ${id}`);
  return row?.paymentHash;
}

/** Of these transfers those by which an operator gave a receipt to a wallet. */
export async function listAssignments(db: Db, transfers: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ transfer: string }>(sql`
    select assigned_by as transfer
      from receiving.receipt
     where assigned_by = any (${transfers}::uuid[])`);
  return new Set(rows.map(({ transfer }) => transfer));
}

/** Runs `receiving.bring_back_assignment`. */
export async function updateAssignedAgain(
  db: Db,
  {
    transfer,
    paymentHash,
    wallet,
    reason,
    event,
    now,
  }: LostAssignment & {
    readonly reason: string;
    readonly event: EventId;
    readonly now: Date;
  },
): Promise<AssignedAgain> {
  const rows = await db.query<{ outcome: AssignedAgain }>(sql`
    select receiving.bring_back_assignment(
             ${now}, ${transfer}, ${paymentHash}, ${wallet}, ${reason}, ${event}) as outcome`);
  return one(rows).outcome;
}

/** The newest receipt that the node of now has reported, if there is one. */
export async function findNewestReceipt(
  db: Db,
): Promise<{ readonly paymentHash: Uint8Array; readonly settledAt: Date } | undefined> {
  const [receipt] = await db.query<{ paymentHash: Uint8Array; settledAt: Date }>(sql`
    select payment_hash as "paymentHash", settled_at as "settledAt"
      from receiving.receipt
     where via = 'node'
       and node_no = lightning.current_node()
     order by id desc
     limit 1`);
  return receipt;
}

/** How far the node's receipts are recorded; "" is the beginning. */
export async function findNodeCursor(db: Db): Promise<string> {
  const { position } = one(
    await db.query<{ position: string }>(sql`
      select position
        from receiving.node_cursor
       where node_no = lightning.current_node()`),
  );
  return position;
}

/** The node's receipts are read from the beginning: those that are recorded are known. */
export async function resetNodeCursor(db: Db): Promise<void> {
  await db.query(sql`
    update receiving.node_cursor
       set position = ''
     where node_no = lightning.current_node()`);
}

/** Receipts that the node has reported, in the order of their ids. */
export async function listNodeReceipts(
  db: Db,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly { readonly id: string; readonly paymentHash: Uint8Array }[]> {
  return await db.query(sql`
    select id, payment_hash as "paymentHash"
      from receiving.receipt
     where via = 'node'
       and node_no = lightning.current_node()
       and id > ${after}
     order by id
     limit ${limit}`);
}

/** Which of these hashes belong to a receipt that the node has reported. */
export async function listReceivedHashes(db: Db, hashes: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const rows = await db.query<{ payment_hash: Uint8Array }>(sql`
    select payment_hash
      from receiving.receipt
     where payment_hash = any (${hashes}::bytea[])
       and via = 'node'
       and node_no = lightning.current_node()`);
  return rows.map((row) => row.payment_hash);
}

/** A receipt whose money lies in suspense. */
export type SuspendedReceipt = {
  readonly id: string;
  readonly paymentHash: Uint8Array;
  readonly amount: Msats;
  readonly settledAt: Date;
  readonly flags: readonly ReceiptFlag[];
};

/** Receipts for no wallet that could take them, oldest first. */
export async function listSuspended(db: Db, limit: number): Promise<SuspendedReceipt[]> {
  return await db.query<SuspendedReceipt>(sql`
    select id, payment_hash as "paymentHash", amount_msats as amount, settled_at as "settledAt", flags
      from receiving.receipt
     where credit_no = ledger.system('suspense')
       and assigned_to is null
     order by id
     limit ${limit}`);
}
