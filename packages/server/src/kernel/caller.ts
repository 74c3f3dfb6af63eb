import { AppError } from "./errors.ts";
import type { AccountNo, ProjectId, ProjectKeyId, UserId, WalletId } from "./ids.ts";

/** What a wallet belongs to. */
export type Owner =
  | { readonly kind: "project"; readonly id: ProjectId }
  | { readonly kind: "user"; readonly id: UserId };

/** An account of the ledger with an owner. */
export type Wallet = {
  readonly id: WalletId;
  /** In the ledger; never on the wire. */
  readonly account: AccountNo;
  readonly owner: Owner;
};

/** What a project decides for its payments. */
export type PaymentPolicy = {
  /** The highest routing fee, in hundredths of a percent of the amount. `maxFee` cannot ask for more. */
  readonly feeCeilingBasisPoints: bigint;
  /** A second payment with an `internalId` that was used before is the first one again. */
  readonly internalIdIsUnique: boolean;
};

/** What a key may be used for. */
export const SCOPES = ["read", "receive", "send", "vouchers", "ramp"] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * What an edge asks of a key that has a policy, or that waits for confirmation. Its cap, budgets and destinations are
 * not here: they are read where money is reserved, in the same transaction.
 */
export type KeyAccess = {
  /** Undefined: all, also those that are added later. */
  readonly scopes: readonly Scope[] | undefined;
  /** Addresses and networks (CIDR) from which it may be used; undefined: all. */
  readonly networks: readonly string[] | undefined;
  /** It came back with a restored database, and the operator has not confirmed it: it may only read. */
  readonly isUnconfirmed?: boolean;
};

/** Who acts on a wallet. A slice of ours acts for a payment that it started itself: a voucher, a purchase. */
export type Actor =
  | {
      readonly kind: "project";
      readonly projectId: ProjectId;
      readonly keyId: ProjectKeyId;
      readonly policy: PaymentPolicy;
      /** Undefined: the key has no policy, and waits for nothing. */
      readonly access?: KeyAccess | undefined;
      /** The key whose rules and budgets it shares, because it took over from it; undefined: its own. */
      readonly rulesOf?: ProjectKeyId | undefined;
    }
  | { readonly kind: "user"; readonly userId: UserId; readonly sessionId: string }
  | { readonly kind: "operator" }
  | { readonly kind: "slice"; readonly name: string };

/** What asks, and for which wallet. Edges make it, verbs trust it. */
export type Caller = {
  readonly wallet: Wallet;
  readonly actor: Actor;
  /** Name of the request, which what it makes carries; undefined: no request asks. */
  readonly requestId?: string | undefined;
};

/** Actors without a policy of their own: a route may cost 5 %, an `internalId` may come again. Ours. */
const POLICY_DEFAULT: PaymentPolicy = { feeCeilingBasisPoints: 500n, internalIdIsUnique: false };

export function policyOf(actor: Actor): PaymentPolicy {
  return actor.kind === "project" ? actor.policy : POLICY_DEFAULT;
}

/** The key whose policy counts for what the actor does; undefined when it has none. */
export function restrictedKeyOf(actor: Actor): ProjectKeyId | undefined {
  return actor.kind === "project" && actor.access !== undefined ? (actor.rulesOf ?? actor.keyId) : undefined;
}

/**
 * The project for which the caller acts.
 * @throws {AppError} `invalid_key` for a caller of another kind.
 */
export function projectOf({ actor }: Caller): ProjectId {
  if (actor.kind !== "project") throw new AppError("invalid_key", "only a project has this");
  return actor.projectId;
}

/** The id within which an actor's idempotency keys are its own: two actors that use one key do not meet. */
export function keyScopeOf(actor: Actor): string {
  switch (actor.kind) {
    case "project":
      return actor.projectId;
    case "user":
      return actor.userId;
    case "operator":
      return "operator";
    case "slice":
      return `slice ${actor.name}`;
  }
}

/**
 * An actor as the journal names it: a kind and an id. A key that took over from another one is named as the one whose
 * budgets it shares: a copy from before knows that one.
 */
export function actorIn(actor: Actor): { readonly kind: string; readonly id?: string } {
  switch (actor.kind) {
    case "project":
      return { kind: "key", id: actor.rulesOf ?? actor.keyId };
    case "user":
      return { kind: "user", id: actor.userId };
    case "operator":
    case "slice":
      return { kind: actor.kind };
  }
}
