import type { Columns } from "#protocol/csv.ts";
import { lnurlOf } from "./model/pay-link.ts";
import { type StaticCharge, statusOf } from "./model/static-charge.ts";

/** A static charge as `GET /v0/static-charges/{id}` answers it (docs/contract.md). */
export function presentStaticCharge(found: StaticCharge, baseUrl: string) {
  const lnurl = lnurlOf({ kind: "static", id: found.id }, baseUrl);
  return {
    id: found.id,
    unit: "msats" as const,
    minAmount: String(found.minAmount),
    maxAmount: String(found.maxAmount),
    description: found.description,
    successMessage: found.successMessage,
    status: statusOf(found),
    slots: String(found.slotsTaken),
    allowedSlots: found.allowedSlots === undefined ? null : String(found.allowedSlots),
    invoice: { request: lnurl, uri: `lightning:${lnurl}` },
    fee: "0",
    walletId: found.walletId,
    callbackUrl: found.callbackUrl ?? null,
    internalId: found.internalId ?? null,
    createdAt: found.createdAt.toISOString(),
    expiresAt: null,
    confirmedAt: null,
  };
}

/** Of a static charge, as a line of a file. */
export const STATIC_CHARGE_COLUMNS: Columns<ReturnType<typeof presentStaticCharge>> = {
  id: (charge) => charge.id,
  createdAt: (charge) => charge.createdAt,
  status: (charge) => charge.status,
  minAmount: (charge) => charge.minAmount,
  maxAmount: (charge) => charge.maxAmount,
  unit: (charge) => charge.unit,
  description: (charge) => charge.description,
  slots: (charge) => charge.slots,
  allowedSlots: (charge) => charge.allowedSlots,
  internalId: (charge) => charge.internalId,
  walletId: (charge) => charge.walletId,
  lnurl: (charge) => charge.invoice.request,
};
