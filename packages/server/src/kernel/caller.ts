import type { AccountNo, ProjectId, ProjectKeyId, WalletId } from "./ids.ts";

/** The project that a request speaks for, known by its key. Edges hand it to verbs; verbs trust it. */
export type Caller = {
  readonly projectId: ProjectId;
  readonly keyId: ProjectKeyId;
  readonly walletId: WalletId;
  /** The wallet's account in the ledger. */
  readonly account: AccountNo;
  /** The dearest route the project allows, in hundredths of a percent of the amount. `maxFee` cannot ask for more. */
  readonly feeCeilingBasisPoints: bigint;
  /** The project's switch "internalId is unique" (for clients that cannot send an Idempotency-Key). */
  readonly internalIdIsUnique: boolean;
};
