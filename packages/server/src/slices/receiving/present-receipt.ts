import type { Receipt } from "./model/receipt.ts";

/** What a wallet received, as `receipt.credited` says it (docs/contract.md, "Events"). */
export function presentReceipt(found: Receipt) {
  return {
    id: found.id,
    chargeId: found.chargeId ?? null,
    walletId: found.walletId,
    amount: String(found.amount),
    unit: "msats" as const,
    flags: found.flags,
    comment: found.comment ?? null,
    payerData: found.payerData ?? null,
    settledAt: found.settledAt.toISOString(),
    createdAt: found.createdAt.toISOString(),
  };
}
