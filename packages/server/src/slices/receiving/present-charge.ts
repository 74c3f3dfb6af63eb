import type { Columns } from "#protocol/csv.ts";
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

/** Of a charge, as a line of a file. */
export const CHARGE_COLUMNS: Columns<ReturnType<typeof presentCharge>> = {
  id: (charge) => charge.id,
  createdAt: (charge) => charge.createdAt,
  status: (charge) => charge.status,
  amount: (charge) => charge.amount,
  received: (charge) => charge.received,
  unit: (charge) => charge.unit,
  description: (charge) => charge.description,
  internalId: (charge) => charge.internalId,
  expiresAt: (charge) => charge.expiresAt,
  confirmedAt: (charge) => charge.confirmedAt,
  comment: (charge) => charge.comment,
  payerName: (charge) => charge.payerData?.name,
  payerIdentifier: (charge) => charge.payerData?.identifier,
  payerEmail: (charge) => charge.payerData?.email,
  staticChargeId: (charge) => charge.staticChargeId,
  walletId: (charge) => charge.walletId,
  invoice: (charge) => charge.invoice.request,
};
