import { hexToBytes } from "@noble/hashes/utils.js";
import type { WalletId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { type Db, one, sql } from "#platform/database/db.ts";
import type { BroughtBack, Departed } from "../model/departed.ts";
import type { DepartedOnchain, OnchainBroughtBack } from "../model/departed-onchain.ts";

type Ids = { readonly [id in "transfer" | "loan" | "incident" | "deficitIncident" | "insteadOfLoss"]: string };

/** Runs `restore.bring_back_payment`. */
export async function insertDeparted(
  db: Db,
  { id, wallet, origin, idempotency, ...departed }: Departed,
  {
    now,
    overAt,
    transfer,
    loan,
    incident,
    deficitIncident,
    insteadOfLoss,
  }: Ids & { readonly now: Date; readonly overAt: Date },
): Promise<BroughtBack> {
  const {
    paymentHash,
    amount,
    feeLimit,
    attempts,
    firstAt,
    lastAt,
    internalId,
    isAssigned = false,
    key,
    isInsteadOfLoss,
  } = departed;
  const input = idempotency === undefined ? null : Buffer.from(idempotency.input, "hex");
  const rows = await db.query<BroughtBack>(sql`
    select outcome, lent
      from restore.bring_back_payment(
             ${now}, ${id}, ${wallet ?? null}, ${origin.kind}, ${"id" in origin ? origin.id : null}, ${paymentHash},
             ${amount}, ${feeLimit}, ${attempts}, ${firstAt}, ${lastAt}, ${overAt},
             ${internalId ?? null}, ${idempotency?.scope ?? null}, ${input}, ${isAssigned}, ${key ?? null},
             ${transfer}, ${loan}, ${incident}, ${deficitIncident}, ${isInsteadOfLoss ? insteadOfLoss : null})`);
  return one(rows);
}

/** What a payment for a thing may be, in msats. */
export type Owed = {
  readonly least: Msats;
  readonly most: Msats;
  /** Amount and fee together. */
  readonly total: Msats;
  /** The wallet that pays; undefined: none. */
  readonly wallet: WalletId | undefined;
  readonly createdAt: Date;
};

/** Runs `restore.find_owed`. `least`, `most` of a voucher or withdrawal request: its value. */
export async function findOwed(db: Db, kind: string, id: string): Promise<Owed | undefined> {
  const [row] = await db.query<Omit<Owed, "wallet"> & { readonly wallet: WalletId | null }>(sql`
    select amount_min as least, amount_max as most, total, wallet, created_at as "createdAt"
      from restore.find_owed(${kind}, ${id})`);
  return row && { ...row, wallet: row.wallet ?? undefined };
}

type OnchainRow = {
  readonly destination: string;
  readonly address: string;
  readonly transfer: string;
  readonly now: Date;
};

/** Runs `restore.bring_back_onchain`. */
export async function insertOnchain(
  db: Db,
  { id, purchase, txid, transaction, amount, fee, firstAt }: DepartedOnchain,
  { destination, address, transfer, now }: OnchainRow,
): Promise<OnchainBroughtBack> {
  const rows = await db.query<{ outcome: OnchainBroughtBack }>(sql`
    select restore.bring_back_onchain(
             ${now}, ${id}, ${purchase}, ${destination}, ${address}, ${amount}, ${fee}, ${hexToBytes(txid)},
             ${transaction}, ${firstAt}, ${transfer}) as outcome`);
  return one(rows).outcome;
}
