import type { Wallet } from "#kernel/caller.ts";
import { type AccountNo, type ChargeId, type IdRange, NO_RANGE, type WalletId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { type Db, one, sql, type Tx } from "#platform/database/db.ts";
import type { Charge, ChargeOrigin, ChargeState, PayerData } from "./model/charge.ts";
import type { Receipt, ReceiptFlag } from "./model/receipt.ts";
import type { StaticChargeId } from "./model/static-charge.ts";

type ChargeRow = {
  readonly id: ChargeId;
  readonly wallet_id: WalletId;
  readonly account_no: AccountNo;
  readonly amount_msats: Msats;
  readonly description: string;
  readonly internal_id: string | null;
  readonly callback_url: string | null;
  readonly invoice: string;
  readonly payment_hash: Uint8Array;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly received_msats: Msats;
  readonly state: ChargeState["kind"];
  readonly paid_at: Date | null;
  readonly origin: ChargeOrigin["kind"];
  readonly asked_by: string | null;
  readonly static_charge_id: StaticChargeId | null;
  readonly comment: string | null;
  readonly payer_data: PayerData | null;
};

function toCharge(row: ChargeRow): Charge {
  return {
    id: row.id,
    walletId: row.wallet_id,
    account: row.account_no,
    amount: row.amount_msats,
    description: row.description,
    internalId: row.internal_id ?? undefined,
    callbackUrl: row.callback_url ?? undefined,
    invoice: row.invoice,
    paymentHash: row.payment_hash,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    received: row.received_msats,
    state: toState(row),
    origin: toOrigin(row),
  };
}

function toOrigin({ origin, asked_by, static_charge_id, comment, payer_data }: ChargeRow): ChargeOrigin {
  switch (origin) {
    case "request":
      return { kind: origin };
    case "project":
      if (asked_by === null) throw new Error("a project's charge does not name the project");
      return { kind: origin, askedBy: asked_by };
    case "pay_link":
      return {
        kind: origin,
        staticChargeId: static_charge_id ?? undefined,
        comment: comment ?? undefined,
        payerData: payer_data ?? undefined,
      };
  }
}

function toState({ state, paid_at }: ChargeRow): ChargeState {
  if (state !== "completed") return { kind: state };
  if (paid_at === null) throw new Error("a completed charge has no time of payment");
  return { kind: state, paidAt: paid_at };
}

/** The charge with this id, if it is the wallet's. */
export async function findCharge(db: Db, wallet: WalletId, id: ChargeId): Promise<Charge | undefined> {
  const [row] = await db.query<ChargeRow>(sql`
    select *
      from receiving.charge
     where id = ${id}
       and wallet_id = ${wallet}`);
  return row && toCharge(row);
}

/** The charge with this id, if it is the wallet's, or its owner asked for it. */
export async function findReadableCharge(db: Db, wallet: Wallet, id: ChargeId): Promise<Charge | undefined> {
  const [row] = await db.query<ChargeRow>(sql`
    select *
      from receiving.charge
     where id = ${id}
       and (wallet_id = ${wallet.id} or asked_by = ${wallet.owner.id})`);
  return row && toCharge(row);
}

/** The charge with this id, if a stranger asked for it at a pay link. */
export async function findPayLinkCharge(db: Db, id: ChargeId): Promise<Charge | undefined> {
  const [row] = await db.query<ChargeRow>(sql`
    select *
      from receiving.charge
     where id = ${id}
       and origin = 'pay_link'`);
  return row && toCharge(row);
}

export type ChargeFilter = {
  readonly status: ChargeState["kind"] | undefined;
  readonly internalId: string | undefined;
  /** Made at `from` or later, and before `to`. */
  readonly from: Date | undefined;
  readonly to: Date | undefined;
};

/** Charges by their ids; what does not exist is not in it. */
export async function listChargesById(db: Db, ids: readonly ChargeId[]): Promise<ReadonlyMap<ChargeId, Charge>> {
  const rows = await db.query<ChargeRow>(sql`
    select *
      from receiving.charge
     where id = any (${ids}::uuid[])`);
  return new Map(rows.map((row) => [row.id, toCharge(row)]));
}

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

/** A page of the wallet's charges, newest first. `range` are the ids to look at; it holds all that `from` and `to` want. */
export async function listCharges(
  db: Db,
  { wallet, range = NO_RANGE, limit }: { wallet: WalletId; range?: IdRange; limit: number },
  { status, internalId, from, to }: Partial<ChargeFilter> = {},
): Promise<Charge[]> {
  // Two statements: with one, a plan for any value could not use the index over internal ids.
  const rows =
    internalId === undefined
      ? await db.query<ChargeRow>(sql`
          select *
            from receiving.charge
           where wallet_id = ${wallet}
             and id >= ${range.from}
             and id < ${range.before}
             and created_at >= ${from ?? "-infinity"}::timestamptz
             and created_at < ${to ?? "infinity"}::timestamptz
             and (${status ?? null}::text is null or state = ${status ?? null}::text)
           order by id desc
           limit ${limit}`)
      : await db.query<ChargeRow>(sql`
          select *
            from receiving.charge
           where wallet_id = ${wallet}
             and internal_id = ${internalId}
             and id >= ${range.from}
             and id < ${range.before}
             and created_at >= ${from ?? "-infinity"}::timestamptz
             and created_at < ${to ?? "infinity"}::timestamptz
             and (${status ?? null}::text is null or state = ${status ?? null}::text)
           order by id desc
           limit ${limit}`);
  return rows.map(toCharge);
}

/** The charge with this payment hash. Its invoice must still be compared with the one to be paid. */
export async function findChargeByHash(db: Db, paymentHash: Uint8Array): Promise<Charge | undefined> {
  const [row] = await db.query<ChargeRow>(sql`
    select *
      from receiving.charge
     where payment_hash = ${paymentHash}`);
  return row && toCharge(row);
}

/** Of the newest receipt that the node has reported, if there is one. */
export async function findNewestReceiptHash(db: Db): Promise<Uint8Array | undefined> {
  const [receipt] = await db.query<{ payment_hash: Uint8Array }>(sql`
    select payment_hash
      from receiving.receipt
     where via = 'node'
     order by id desc
     limit 1`);
  return receipt?.payment_hash;
}

/** How far the node's receipts are recorded; "" is the beginning. */
export async function findNodeCursor(db: Db): Promise<string> {
  const { position } = one(
    await db.query<{ position: string }>(sql`
      select position
        from receiving.node_cursor`),
  );
  return position;
}

export type DueCharge = Pick<Charge, "id" | "paymentHash" | "expiresAt"> & {
  /** Its static charge has taken all its payments: it is not to be paid any more. */
  readonly isSuperfluous: boolean;
};

/** Takes the charges that are due; no other process takes them until `leaseUntil`. */
export async function leaseDueCharges(
  db: Db,
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<DueCharge[]> {
  return db.query<DueCharge>(sql`
    update receiving.charge c
       set due_at = ${leaseUntil}
      from (select id
              from receiving.charge
             where due_at <= ${now}
             order by due_at
             limit ${limit}
               for update skip locked) due
     where c.id = due.id
    returning c.id, c.payment_hash as "paymentHash", c.expires_at as "expiresAt",
              not receiving.has_slot(c.static_charge_id) as "isSuperfluous"`);
}

/** Says when a charge is looked up next. */
export async function lookUpAgainAt(db: Db, id: ChargeId, dueAt: Date): Promise<void> {
  await db.query(sql`
    update receiving.charge
       set due_at = ${dueAt}
     where id = ${id}
       and state <> 'completed'`);
}

/** Receipts over Lightning without their posting, and postings without their receipt: one of the two ids is null. */
export async function listReceiptBreaches(
  tx: Tx,
  limit: number,
): Promise<{ readonly receipt: string | null; readonly cause: string | null }[]> {
  return tx.query(sql`
    with received as (
      select *
        from receiving.receipt
       where via = 'node')
    select r.id as receipt, l.cause
      from received r
      full join ledger.caused_by(array['receipt']) l
        on l.cause = r.id
       and l.transfer = r.transfer_id
       and l.debit = ledger.system('lightning_node')
       and l.credit = r.credit_no
       and l.amount = r.amount_msats
     where r.id is null
        or l.cause is null
     limit ${limit}`);
}

/** Receipts from inside the ledger without the posting of the payment that made them. */
export async function listUnpaidReceipts(tx: Tx, limit: number): Promise<{ readonly id: string }[]> {
  return tx.query(sql`
    select r.id
      from receiving.receipt r
      left join ledger.caused_by(array['payment', 'payment_finished']) l
        on l.cause = r.id
       and l.transfer = r.transfer_id
       and l.credit = r.credit_no
       and l.amount = r.amount_msats
     where r.via = 'ledger'
       and l.cause is null
     limit ${limit}`);
}

/** Charges that do not hold what their receipts brought. */
export async function listChargeBreaches(
  tx: Tx,
  limit: number,
): Promise<{ readonly id: ChargeId; readonly received: bigint; readonly receipts: bigint }[]> {
  return tx.query(sql`
    with brought as (
      select charge_id, sum(amount_msats)::bigint as receipts
        from receiving.receipt
       group by charge_id)
    select c.id, c.received_msats as received, coalesce(b.receipts, 0) as receipts
      from receiving.charge c
      left join brought b on b.charge_id = c.id
     where c.received_msats <> coalesce(b.receipts, 0)
     limit ${limit}`);
}

/**
 * Charges that were completed or expired, after `since`, and without an event for their callbackUrl; and events of charges or receipts
 * that do not exist, belong to another owner, did not happen, or are there twice.
 */
export async function listEventBreaches(
  tx: Tx,
  { since, limit }: { since: Date; limit: number },
): Promise<{ readonly id: string; readonly type: string }[]> {
  return tx.query(sql`
    with written as materialized (
      select t.object, t.type, t.owner, max(t.callback_url) as callback_url, count(*) as times
        from events.of_types(array['charge.completed', 'charge.expired', 'receipt.credited']) t
       where t.type <> 'receipt.credited'
          or t.facts is null -- those of payments without a charge have facts
       group by t.object, t.type, t.owner)
    select c.id, 'charge.' || c.state as type
      from receiving.charge c
      left join written t
        on t.object = c.id
       and t.type = 'charge.' || c.state
       and t.callback_url = c.callback_url
     where c.state <> 'pending'
       and (c.state = 'completed' or c.origin <> 'pay_link')
       and c.callback_url <> ''
       and coalesce(c.paid_at, c.expires_at) >= ${since}
       and t.object is null
     union all
    select t.object, t.type
      from written t
      left join receiving.charge c
        on c.id = t.object
       and coalesce(c.asked_by, c.owner_id) = t.owner
       and (c.state = 'completed' or t.type = 'charge.' || c.state)
      left join receiving.receipt r
        on r.id = t.object
       and r.wallet_id is not null
     where t.times > 1
        or case t.type when 'receipt.credited' then r.id is null else c.id is null end
     limit ${limit}`);
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
