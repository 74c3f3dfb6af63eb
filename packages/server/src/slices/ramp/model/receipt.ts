import type { Purchase, PurchaseId } from "./purchase.ts";

/** Who sells, as receipts name them. */
export type Seller = {
  readonly name: string;
  /** In lines; undefined: not set. */
  readonly address: string | undefined;
  /** Where people are helped: an address or a link; undefined: not set. */
  readonly support: string | undefined;
};

/** That the bitcoin was sent: the preimage of a Lightning payment, or the transaction of the chain. */
export type Proof = { readonly kind: "preimage" | "txid"; readonly text: string };

/**
 * A purchase as people name it when they ask about it: the last 12 digits of its id, such as 0F3A-6D1E-9B20. They are
 * random.
 */
export function purchaseNumber(id: PurchaseId): string {
  return id.slice(-12).toUpperCase().match(/.{4}/g)?.join("-") ?? id;
}

/** The digits of the id that a number has; undefined for what is none. */
export function digitsOfNumber(text: string): string | undefined {
  const digits = text.trim().replaceAll(/[-\s]/g, "").toLowerCase();
  return /^[0-9a-f]{12}$/.test(digits) ? digits : undefined;
}

/** When a purchase ended; undefined: it has not. */
export function endOf({ progress }: Pick<Purchase, "progress">): Date | undefined {
  return "endedAt" in progress ? progress.endedAt : undefined;
}
