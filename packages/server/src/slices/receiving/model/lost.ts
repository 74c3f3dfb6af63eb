import type { Idempotency } from "#idempotency";
import type { ChargeId, WalletId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { IncomingStatus } from "#lightning";

/** A charge whose invoice was given out before a restore, as the journal tells it. */
export type LostCharge = {
  readonly id: ChargeId;
  readonly wallet: WalletId;
  readonly paymentHash: Uint8Array;
  readonly amount: Msats;
  readonly internalId: string | undefined;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  readonly idempotency: Idempotency | undefined;
};

/** `credited`: what lay in suspense for it, in msats. */
export type ChargeBack = { readonly outcome: "brought_back" | "known" | "no_wallet"; readonly credited: Msats };

/**
 * Whether an invoice matters still: it can be paid, or was. Of one that expired without a payment nothing is owed.
 * `says`: what the node says of its hash; undefined: nothing.
 */
export function mattersStill(
  { expiresAt }: Pick<LostCharge, "expiresAt">,
  says: IncomingStatus["kind"] | undefined,
  now: Date,
): boolean {
  return expiresAt.getTime() > now.getTime() || says === "settled" || says === undefined;
}
