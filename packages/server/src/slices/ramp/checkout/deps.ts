import type { Clock, Random } from "#kernel/clock.ts";
import type { Currency } from "#kernel/fiat.ts";
import type { OnchainTerms } from "#onchain";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import type { RampLimits } from "../model/limits.ts";
import type { IdentityProvider, PaymentProcessor, Rates } from "../model/ports.ts";
import type { RampFees } from "../model/quote.ts";

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
};

/** What it takes to sell. */
export type CheckoutDeps = RampSettings & {
  readonly db: Db;
  readonly batch: Batch;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly rates: Rates;
  /** Undefined: bitcoin is not sold here, or the network of the node is not known yet. */
  readonly processor: () => PaymentProcessor | undefined;
  readonly identity: () => IdentityProvider | undefined;
  /** The most that a route may cost for an amount, in msats. */
  readonly routeReserve: (amount: bigint) => bigint;
  readonly onchain: OnchainTerms;
  /** Public address of the service. */
  readonly baseUrl: string;
};
