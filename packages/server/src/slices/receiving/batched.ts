import type { IdempotencyClaim } from "#idempotency";
import type { ChargeId, TransferId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { BatchedFunction } from "#platform/database/batch.ts";
import type { Charge } from "./model/charge.ts";
import type { Credited, ReceiptFlag } from "./model/receipt.ts";

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
    id: ["uuid", ({ charge }) => charge.id],
    project: ["uuid", ({ charge }) => charge.projectId],
    wallet: ["uuid", ({ charge }) => charge.walletId],
    account: ["bigint", ({ charge }) => charge.account],
    amount: ["bigint", ({ charge }) => charge.amount],
    description: ["text", ({ charge }) => charge.description],
    internal_id: ["text", ({ charge }) => charge.internalId],
    callback_url: ["text", ({ charge }) => charge.callbackUrl],
    invoice: ["text", ({ charge }) => charge.invoice],
    payment_hash: ["bytea", ({ charge }) => charge.paymentHash],
    expires_at: ["timestamptz", ({ charge }) => charge.expiresAt],
    scope: ["uuid", ({ claim }) => claim?.scope],
    input: ["bytea", ({ claim }) => claim?.input],
  },
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
    id: ["uuid", (credit) => credit.id],
    transfer: ["uuid", (credit) => credit.transfer],
    payment_hash: ["bytea", (credit) => credit.paymentHash],
    amount: ["bigint", (credit) => credit.amount],
    settled_at: ["timestamptz", (credit) => credit.settledAt],
    after: ["text", (credit) => credit.step?.after],
    position: ["text", (credit) => credit.step?.position],
  },
  decode: (row) => ({
    isNew: row["outcome"] === 0,
    chargeId: (row["charge"] as ChargeId | null) ?? undefined,
    flags: row["flags"] as ReceiptFlag[],
  }),
};
