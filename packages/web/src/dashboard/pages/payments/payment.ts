import type { Shape } from "../../../api/shapes.ts";
import type { Tone } from "../../../ui/status.tsx";

export type Payment = Shape<"Payment">;

/** What a status is called, and what it means for whoever reads it. */
export const STATUSES: Readonly<Record<Payment["status"], readonly [tone: Tone, words: string]>> = {
  processing: ["wait", "Being sent"],
  completed: ["good", "Paid"],
  failed: ["bad", "Not paid"],
};

/** Whom it goes to, by the name that the request had for it. */
export function recipientOf({ lnAddress, gamertag, pubkey, receiverWalletId, invoice }: Payment): string {
  return lnAddress ?? gamertag ?? pubkey ?? receiverWalletId ?? (invoice === "" ? "unknown" : invoice);
}
