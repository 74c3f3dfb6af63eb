import type { Shape } from "../../../api/shapes.ts";

export type Payment = Shape<"Payment">;

/** Whom it goes to, by the name that the request had for it. */
export function recipientOf({ lnAddress, gamertag, pubkey, receiverWalletId, invoice }: Payment): string {
  return lnAddress ?? gamertag ?? pubkey ?? receiverWalletId ?? (invoice === "" ? "unknown" : invoice);
}

/** By what the list finds all payments to the same recipient; undefined: an invoice says nothing of whose it is. */
export function recipientFilter({ lnAddress, receiverId, pubkey, receiverWalletId }: Payment): string | undefined {
  return lnAddress ?? receiverId ?? pubkey ?? receiverWalletId;
}
