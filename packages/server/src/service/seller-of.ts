import type { Seller } from "#kernel/branding.ts";

/** Who sells bitcoin here, as receipts of the on-ramp name it. */
export function sellerOf({ name, address, support }: Seller) {
  return { name, address: address.length === 0 ? undefined : address.join("\n"), support: support?.text };
}
