import type { ChargeId, TransferId } from "../../kernel/ids.ts";
import type { Msats } from "../../kernel/money.ts";
import type { BatchedFunction } from "../../platform/batch.ts";
import type { IdempotencyClaim } from "../idempotency/index.ts";
import type { Charge } from "./charge.ts";
import type { Credited, ReceiptFlag } from "./receipt.ts";

/** The slice's batched functions; `sql/<name>.sql` says what each does and what its outcomes mean. */

export type NewCharge = {
  readonly charge: Omit<Charge, "createdAt" | "received" | "state">;
  readonly claim: IdempotencyClaim | undefined;
};

export type ChargeWritten =
  | { readonly kind: "created" }
  | { readonly kind: "replay"; readonly id: ChargeId }
  | { readonly kind: "mismatch" };

export const chargeMany: BatchedFunction<NewCharge, ChargeWritten> = {
  name: "receiving.charge_many",
  columns: {
    id: "uuid",
    project: "uuid",
    wallet: "uuid",
    account: "bigint",
    amount: "bigint",
    description: "text",
    internal_id: "text",
    callback_url: "text",
    invoice: "text",
    payment_hash: "bytea",
    expires_at: "timestamptz",
    scope: "uuid",
    input: "bytea",
  },
  encode: ({ charge, claim }) => ({
    id: charge.id,
    project: charge.projectId,
    wallet: charge.walletId,
    account: charge.account,
    amount: charge.amount,
    description: charge.description,
    internal_id: charge.internalId,
    callback_url: charge.callbackUrl,
    invoice: charge.invoice,
    payment_hash: charge.paymentHash,
    expires_at: charge.expiresAt,
    scope: claim?.scope,
    input: claim?.input,
  }),
  decode: (row) => {
    switch (row["outcome"]) {
      case 0:
        return { kind: "created" };
      case 1:
        return { kind: "replay", id: row["charge"] as ChargeId };
      case 2:
        return { kind: "mismatch" };
      default:
        throw new Error(`receiving.charge_many answered ${String(row["outcome"])}`);
    }
  },
};

export type Credit = {
  /** The receipt's own id, made before the call. */
  readonly id: string;
  readonly transfer: TransferId;
  readonly paymentHash: Uint8Array;
  readonly amount: Msats;
  readonly settledAt: Date;
  /** Where the receipt stands among the node's; undefined when it was found by asking for its hash. */
  readonly step: { readonly after: string; readonly position: string } | undefined;
};

export const creditMany: BatchedFunction<Credit, Credited> = {
  name: "receiving.credit_many",
  columns: {
    id: "uuid",
    transfer: "uuid",
    payment_hash: "bytea",
    amount: "bigint",
    settled_at: "timestamptz",
    after: "text",
    position: "text",
  },
  encode: (credit) => ({
    id: credit.id,
    transfer: credit.transfer,
    payment_hash: credit.paymentHash,
    amount: credit.amount,
    settled_at: credit.settledAt,
    after: credit.step?.after,
    position: credit.step?.position,
  }),
  decode: (row) => ({
    isNew: row["outcome"] === 0,
    chargeId: (row["charge"] as ChargeId | null) ?? undefined,
    flags: row["flags"] as ReceiptFlag[],
  }),
};
