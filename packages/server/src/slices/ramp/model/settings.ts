import type { Currency } from "#kernel/fiat.ts";
import type { RampLimits } from "./limits.ts";
import type { RampFees } from "./quote.ts";

/** What the operator decides about sales. */
export type RampSettings = {
  readonly rampFees: RampFees;
  readonly limits: RampLimits;
  /** What people can pay with, the first one proposed. */
  readonly currencies: readonly Currency[];
  /** For so long the first purchase of a card is not delivered. */
  readonly firstCardHoldMs: number;
  /** For so long an approved identity holds. */
  readonly identityMs: number;
  /** The most that a route may cost for an amount, in msats. */
  readonly routeReserve: (amount: bigint) => bigint;
};
