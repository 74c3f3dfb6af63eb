/** What a request can make that has an id of its own. */
export const MADE_KINDS = [
  "payment",
  "charge",
  "static_charge",
  "voucher",
  "withdrawal_request",
  "ramp_session",
] as const;

export type MadeKind = (typeof MADE_KINDS)[number];

export type Made = { readonly kind: MadeKind; readonly id: string; readonly createdAt: Date };
