import { bytesToHex } from "@noble/hashes/utils.js";
import type { Msats } from "#kernel/money.ts";
import { type Db, one, part, sql, type Tx } from "#platform/database/db.ts";
import type { Network } from "./model/node-info.ts";

/** The node of this service: the one of its first start, or the one in its place. */
export type BoundNode = {
  readonly nodeId: string;
  /** Public keys of nodes that were replaced: their invoices were ours. */
  readonly formerIds: readonly string[];
  readonly network: Network;
  readonly instanceId: string;
  readonly boundAt: Date;
  readonly outgoingCursor: string;
  /** Of the newest settled payment that was compared; the node must go on knowing it. It may forget failed ones. */
  readonly outgoingHash: Uint8Array | null;
  /** A payment and a receipt that it was found not to know any more: an operator has been told. */
  readonly forgottenOutgoing: Uint8Array | null;
  readonly forgottenReceipt: Uint8Array | null;
  /** How many channels it has reported whose data it lost: an operator has been told. */
  readonly lostChannels: number;
  /** What it held at the first connection, which is booked as equity. */
  readonly firstChannels: Msats;
  readonly firstOnchain: Msats;
};

export async function findNode(db: Db): Promise<BoundNode | undefined> {
  const [row] = await db.query<BoundNode>(sql`
    select node_id as "nodeId",
           array(select f.node_id from lightning.node f where f.replaced_at is not null order by f.id) as "formerIds",
           network,
           instance_id as "instanceId",
           bound_at as "boundAt",
           outgoing_cursor as "outgoingCursor",
           outgoing_hash as "outgoingHash",
           forgotten_outgoing as "forgottenOutgoing",
           forgotten_receipt as "forgottenReceipt",
           lost_channels as "lostChannels",
           first_channels_msats as "firstChannels",
           first_onchain_msats as "firstOnchain"
      from lightning.node
     where replaced_at is null`);
  return row;
}

/** What an operator was told of: the payment and the receipt that the node does not know, and its lost channels. */
export type Told = {
  readonly outgoing: Uint8Array | undefined;
  readonly receipt: Uint8Array | undefined;
  readonly lostChannels: number;
};

/** Its list of payments is compared from the beginning. */
export async function updateForgotten(db: Db, { outgoing, receipt, lostChannels }: Told): Promise<void> {
  await db.query(sql`
    update lightning.node
       set outgoing_cursor = '',
           forgotten_outgoing = coalesce(${outgoing ?? null}::bytea, forgotten_outgoing),
           forgotten_receipt = coalesce(${receipt ?? null}::bytea, forgotten_receipt),
           lost_channels = ${lostChannels}
     where replaced_at is null`);
}

/** Channels that were closed are not reported any more: the next one that is lost is told of again. */
export async function updateLostChannels(db: Db, lostChannels: number): Promise<void> {
  await db.query(sql`
    update lightning.node
       set lost_channels = ${lostChannels}
     where replaced_at is null`);
}

export type ForeignPayment = {
  readonly paymentHash: Uint8Array;
  readonly amount: Msats;
  readonly foundAt: Date;
  /** Why an operator adopted it. */
  readonly reason: string | undefined;
  /** The node paid an invoice of its own. */
  readonly isSelf: boolean;
  /** Its amount is booked as a loss already: it can be nothing that waits. */
  readonly isSetAside: boolean;
};

type FoundForeign = Pick<ForeignPayment, "paymentHash" | "amount" | "isSelf"> & {
  /** It is no sign of a restore. */
  readonly isAlone: boolean;
  /** Id of the incident about one that is alone. */
  readonly incident: string;
};

/**
 * Records payments that nothing of ours explains. One that is recorded stays as it is, but for one that was booked as
 * failed: the node has tried it again. What the node paid to itself explains itself; what is alone is an incident.
 */
export async function insertForeign(tx: Tx, payments: readonly FoundForeign[], now: Date): Promise<void> {
  const hashes = payments.map(({ paymentHash }) => paymentHash);
  const amounts = payments.map(({ amount }) => String(amount));
  const [selves, alone] = [payments.map(({ isSelf }) => isSelf), payments.map(({ isAlone }) => isAlone)];
  await tx.query(sql`
    insert into lightning.foreign_payment (payment_hash, amount_msats, found_at, is_self, is_alone, reason)
    select u.hash, u.amount, ${now}, u.is_self, u.is_alone,
           case when u.is_self then 'the node paid an invoice of its own' end
      from unnest(${hashes}::bytea[], ${amounts}::bigint[], ${selves}::boolean[], ${alone}::boolean[])
           as u(hash, amount, is_self, is_alone)
    on conflict (payment_hash) do update
       set amount_msats = excluded.amount_msats,
           found_at = excluded.found_at,
           is_self = excluded.is_self,
           is_alone = excluded.is_alone,
           reason = excluded.reason,
           is_explained = false,
           booked_at = null
     where foreign_payment.booked_at is not null
       and foreign_payment.transfer_id is null`);
  const told = payments.filter(({ isSelf, isAlone }) => isAlone && !isSelf);
  if (told.length === 0) return;
  await tx.query(sql`
    select incidents.record_many(
             ${now}, ${told.map(({ incident }) => incident)}::uuid[], 'payment',
             ${told.map(({ paymentHash }) => bytesToHex(paymentHash))}::text[],
             ${told.map(() => "foreign_payment")}::text[],
             ${told.map(({ amount }) => `the node paid ${amount} msats, and no payment of ours explains it`)}::text[])`);
}

/** Whether what the node paid to itself was credited as a receipt. */
export async function wasReceived(db: Db, paymentHash: Uint8Array): Promise<boolean> {
  const rows = await db.query<{ was: boolean }>(sql`
    select receiving.was_received(${paymentHash}) as was`);
  return one(rows).was;
}

/** Signs of a restore that nobody has explained. */
export async function countSigns(db: Db): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    select count(*)::int as count
      from lightning.foreign_payment
     where booked_at is null
       and reason is null
       and not is_alone`);
  return one(rows).count;
}

/** Records how far the node's list of payments was compared, and the newest settled one of what is new. */
export async function updateComparison(
  tx: Tx,
  { cursor, settledHash }: { readonly cursor: string; readonly settledHash: Uint8Array | undefined },
): Promise<void> {
  await tx.query(sql`
    update lightning.node
       set outgoing_cursor = ${cursor},
           outgoing_hash = coalesce(${settledHash ?? null}::bytea, outgoing_hash)
     where replaced_at is null`);
}

type ForeignRow = Omit<ForeignPayment, "reason"> & { readonly reason: string | null };

const FOREIGN = part`payment_hash as "paymentHash", amount_msats as amount, found_at as "foundAt", reason,
           is_self as "isSelf", set_aside_at is not null as "isSetAside"`;

/** What is not booked yet, oldest first. */
export async function listForeign(db: Db | Tx): Promise<ForeignPayment[]> {
  const rows = await db.query<ForeignRow>(sql`
    select ${FOREIGN}
      from lightning.foreign_payment
     where booked_at is null
     order by found_at, payment_hash`);
  return rows.map(toForeign);
}

/** Of these hashes those that are booked as a loss, and that a payment of ours may explain all the same. */
export async function listLosses(db: Db, hashes: readonly Uint8Array[]): Promise<readonly Uint8Array[]> {
  const rows = await db.query<{ hash: Uint8Array }>(sql`
    select payment_hash as hash
      from lightning.foreign_payment
     where payment_hash = any (${hashes}::bytea[])
       and loss_fee_msats is not null
       and not is_self`);
  return rows.map(({ hash }) => hash);
}

/** One, booked or not. */
export async function findForeign(
  db: Db,
  paymentHash: Uint8Array,
): Promise<(ForeignPayment & { readonly isBooked: boolean; readonly bookedAt: Date | undefined }) | undefined> {
  const [row] = await db.query<ForeignRow & { readonly bookedAt: Date | null }>(sql`
    select ${FOREIGN}, booked_at as "bookedAt"
      from lightning.foreign_payment
     where payment_hash = ${paymentHash}`);
  return row && { ...toForeign(row), isBooked: row.bookedAt !== null, bookedAt: row.bookedAt ?? undefined };
}

function toForeign({ reason, ...row }: ForeignRow): ForeignPayment {
  return { ...row, reason: reason ?? undefined };
}

/** Which of these hashes are of foreign payments, booked or not. */
export async function listForeignHashes(db: Db, hashes: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const rows = await db.query<{ hash: Uint8Array }>(sql`
    select payment_hash as hash
      from lightning.foreign_payment
     where payment_hash = any (${hashes}::bytea[])`);
  return rows.map(({ hash }) => hash);
}

/** Which of these hashes are recorded, and stay as they are when the node lists them again: see `insertForeign`. */
export async function listStandingForeign(db: Db, hashes: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const rows = await db.query<{ hash: Uint8Array }>(sql`
    select payment_hash as hash
      from lightning.foreign_payment
     where payment_hash = any (${hashes}::bytea[])
       and not (booked_at is not null and transfer_id is null)`);
  return rows.map(({ hash }) => hash);
}

type Adoption = {
  readonly paymentHash: Uint8Array;
  readonly reason: string;
  readonly isExplained: boolean;
  readonly isFirst?: boolean;
};

/**
 * Records an operator's reason for a foreign payment; `leyden reconcile` then books it. False when the hash is unknown
 * or booked. `isExplained`: the operator knows what it was, and it was no client's; that is said once, and else false.
 * `isFirst`: false as well where a reason stands.
 */
export async function updateAdoption(
  db: Db,
  { paymentHash, reason, isExplained, isFirst = false }: Adoption,
): Promise<boolean> {
  const rows = await db.query(sql`
    update lightning.foreign_payment
       set reason = ${reason},
           is_explained = ${isExplained}
     where payment_hash = ${paymentHash}
       and booked_at is null
       and (reason is null or not (${isFirst} or (${isExplained} and is_explained)))
    returning 1`);
  return rows.length > 0;
}

/** What is the operator's own, in msats. */
export type OwnMoney = {
  /** By the books. */
  readonly own: bigint;
  /** What of it may be sold; undefined: the node was not compared with the books in the last minutes. */
  readonly sellable: bigint | undefined;
};

export async function findOwnMoney(db: Db, now: Date): Promise<OwnMoney> {
  const rows = await db.query<{ own: bigint; sellable: bigint | null }>(sql`
    select ledger.own_money() as own, lightning.sellable(${now}) as sellable`);
  const { own, sellable } = one(rows);
  return { own, sellable: sellable ?? undefined };
}

/** What the node held at the last comparison with the books, in msats; undefined: there was none. */
export async function findReading(db: Db): Promise<{ readonly assets: bigint; readonly readAt: Date } | undefined> {
  const [row] = await db.query<{ assets: bigint; readAt: Date }>(sql`
    select assets_msats as assets, read_at as "readAt"
      from lightning.reading`);
  return row;
}

/** What operators have booked as held by the node, in all. */
export async function findDeposited(db: Db): Promise<bigint> {
  const rows = await db.query<{ deposited: bigint }>(sql`
    select lightning.deposited() as deposited`);
  return one(rows).deposited;
}

/** Keeps the last comparison of the node with the books: what is sold asks it. */
export async function saveReading(
  db: Db,
  {
    assets,
    booked,
    reserve,
    deposited,
    now,
  }: Record<"assets" | "booked" | "reserve" | "deposited", bigint> & {
    readonly now: Date;
  },
): Promise<void> {
  await db.query(sql`
    insert into lightning.reading (assets_msats, booked_msats, reserve_msats, deposited_msats, read_at)
    values (${assets}, ${booked}, ${reserve}, ${deposited}, ${now})
        on conflict (one) do update
       set assets_msats = excluded.assets_msats,
           booked_msats = excluded.booked_msats,
           reserve_msats = excluded.reserve_msats,
           deposited_msats = excluded.deposited_msats,
           read_at = excluded.read_at`);
}
