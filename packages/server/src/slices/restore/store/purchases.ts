import type { UserId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { type Db, one, sql } from "#platform/database/db.ts";
import type { CreditedAgain } from "../model/departed-credit.ts";
import type {
  DepartedPurchase,
  PurchaseBroughtBack,
  PurchaseInCopy,
  RefundedAgain,
} from "../model/departed-purchase.ts";

/** What the database has of these purchases: by their ids, or by the processor's references. */
export async function listCopies(
  db: Db,
  { ids, references }: { readonly ids: readonly string[]; readonly references: readonly string[] },
): Promise<readonly PurchaseInCopy[]> {
  const rows = await db.query<Omit<PurchaseInCopy, "reference"> & { reference: string | null }>(sql`
    select id, state, reference, destination
      from ramp.copies_of(${ids}::uuid[], ${references}::text[])`);
  return rows.map(({ reference, ...row }) => ({ ...row, reference: reference ?? undefined }));
}

/** Runs `restore.bring_back_purchase`. */
export async function updateBroughtBack(
  db: Db,
  { id, reference, wasCaptured, begunAt }: DepartedPurchase,
  { transfer, now }: { readonly transfer: string; readonly now: Date },
): Promise<PurchaseBroughtBack> {
  const rows = await db.query<{ outcome: PurchaseBroughtBack }>(sql`
    select restore.bring_back_purchase(
             ${now}, ${id}, ${reference}, ${wasCaptured}, ${begunAt}, ${transfer}) as outcome`);
  return one(rows).outcome;
}

/** Runs `ramp.bring_back_refund`. */
export async function updateRefundedAgain(
  db: Db,
  {
    id,
    reason,
    event,
    now,
  }: { readonly id: string; readonly reason: string; readonly event: string; readonly now: Date },
): Promise<RefundedAgain> {
  const rows = await db.query<{ outcome: RefundedAgain }>(sql`
    select ramp.bring_back_refund(${now}, ${id}, ${reason}, ${event}) as outcome`);
  return one(rows).outcome;
}

/** Where a purchase goes, and what it is bound to. */
export type DeliveryInCopy = {
  readonly id: string;
  readonly state: string;
  readonly version: number;
  readonly userId: UserId;
  /** As what limits count its destination. */
  readonly destinationKey: string;
  readonly invoice: string | undefined;
  /** Undefined: it is delivered over Lightning. */
  readonly chainAddress: string | undefined;
  readonly amount: Msats;
  readonly feeLimit: Msats;
  /** Of miners; a part of the fee limit. */
  readonly chainFee: Msats;
  readonly createdAt: Date;
};

/** Runs `ramp.find_deliveries`. */
export async function listDeliveries(db: Db, ids: readonly string[]): Promise<readonly DeliveryInCopy[]> {
  type Row = Omit<DeliveryInCopy, "invoice" | "chainAddress"> & {
    readonly invoice: string | null;
    readonly chainAddress: string | null;
  };
  const rows = await db.query<Row>(sql`
    select id, state, version, user_id as "userId", destination_key as "destinationKey", invoice,
           chain_address as "chainAddress", amount, fee_limit as "feeLimit", chain_fee as "chainFee",
           created_at as "createdAt"
      from ramp.find_deliveries(${ids}::uuid[])`);
  return rows.map(({ invoice, chainAddress, ...row }) => ({
    ...row,
    invoice: invoice ?? undefined,
    chainAddress: chainAddress ?? undefined,
  }));
}

/** Runs `ramp.credit_departed`. */
export async function updateCredited(
  db: Db,
  { id, version }: Pick<DeliveryInCopy, "id" | "version">,
  { destination, key, now }: { readonly destination: string; readonly key: string; readonly now: Date },
): Promise<CreditedAgain> {
  const rows = await db.query<{ outcome: CreditedAgain }>(sql`
    select ramp.credit_departed(${now}, ${id}, ${version}, ${destination}, ${key}) as outcome`);
  return one(rows).outcome;
}
