/** Whom a payment of a person goes to. An LNURL is paid as an address is. */
export const RECIPIENT_KINDS = ["address", "lnurl", "invoice", "gamertag", "email"] as const;
export type RecipientKind = (typeof RECIPIENT_KINDS)[number];

export const PAYMENT_KINDS = [...RECIPIENT_KINDS, "other"] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

export const PAYMENT_STATUSES = ["processing", "waiting", "completed", "failed", "returned"] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];
