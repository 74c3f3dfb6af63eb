import type { Charge } from "./model/charge.ts";

/** A charge as `GET /v0/charges/{id}` answers it, and as the body of its `callbackUrl` (docs/contract.md). */
export function presentCharge(found: Charge) {
  const payer = found.origin.kind === "pay_link" ? found.origin : undefined;
  return {
    id: found.id,
    unit: "msats" as const,
    amount: String(found.amount),
    description: found.description,
    status: found.state.kind,
    invoice: { request: found.invoice, uri: found.invoice && `lightning:${found.invoice}` },
    received: String(found.received),
    walletId: found.walletId,
    staticChargeId: payer?.staticChargeId ?? null,
    comment: payer?.comment ?? null,
    payerData: payer?.payerData ?? null,
    callbackUrl: found.callbackUrl ?? null,
    internalId: found.internalId ?? null,
    createdAt: found.createdAt.toISOString(),
    expiresAt: found.expiresAt.toISOString(),
    confirmedAt: found.state.kind === "completed" ? found.state.paidAt.toISOString() : null,
  };
}
