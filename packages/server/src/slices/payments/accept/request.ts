import type { Caller } from "#kernel/caller.ts";
import type { Msats } from "#kernel/money.ts";
import type { AskedDestination } from "../model/target.ts";
import type { Waiting } from "./wait-until-finished.ts";

export type PayRequest = Waiting & {
  readonly caller: Caller;
  readonly destination: AskedDestination;
  /** Undefined only where an invoice says it. */
  readonly amount?: Msats | undefined;
  readonly maxFee?: Msats | undefined;
  readonly comment?: string | undefined;
  readonly internalId?: string | undefined;
  readonly callbackUrl?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /**
   * Payment hash, in hexadecimal digits: the payer knows that this payment is not the one that the node had made before
   * a restore, or wants it all the same.
   */
  readonly payAnyway?: string | undefined;
};
