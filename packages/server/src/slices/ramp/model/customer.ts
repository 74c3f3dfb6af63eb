import type { UserId } from "#kernel/ids.ts";
import type { SessionId } from "./session.ts";

export const IDENTITY_STATES = [
  "none",
  "pending",
  "processing",
  "approved",
  "rejected",
  "retry",
  "review",
  "expired",
] as const;
export type IdentityState = (typeof IDENTITY_STATES)[number];

/**
 * Why an identity was not confirmed, in words of ours: the page has a text for each that another try may mend.
 * `country` and `age` stay as they are.
 */
export const IDENTITY_REASONS = [
  "age",
  "country",
  "device",
  "document",
  "expired",
  "face",
  "stopped",
  "unreadable",
] as const;
export type IdentityReason = (typeof IDENTITY_REASONS)[number];

/** What is known of the identity of who buys. */
export type Customer = {
  readonly userId: UserId;
  /** `expired` also when its time is over and no row says so yet. */
  readonly identity: IdentityState;
  /** Until when an approved identity holds. */
  readonly approvedUntil: Date | undefined;
  /** Undefined where none is known. */
  readonly reason: IdentityReason | undefined;
  /** The page says that a document was shown in this try. Nothing but the page goes by it. */
  readonly givenAt: Date | undefined;
  readonly try: IdentityTry | undefined;
  readonly version: number;
  readonly tries: number;
};

/** One asking of the provider. */
export type IdentityTry = {
  readonly id: string;
  readonly provider: string;
  readonly reference: string | undefined;
  readonly sessionId: SessionId;
};

/** For so long a provider that was shown a document may still say nothing of it. Ours. */
const IDENTITY_ANSWER_MS = 60_000;

/** Whether a document is with the provider, as far as the page knows. */
export function isIdentityGiven({ identity, givenAt }: Customer, now: Date): boolean {
  return identity === "pending" && givenAt !== undefined && now.getTime() - givenAt.getTime() < IDENTITY_ANSWER_MS;
}

/** Whether a person may begin another try. A rejection is final. */
export function mayTry(identity: IdentityState): boolean {
  return ["none", "pending", "retry", "expired"].includes(identity);
}

/** Nobody looks at the try any more: the operator has another provider by now. Another one may be begun. */
export function isStranded({ identity, try: begun }: Customer, provider: string): boolean {
  return isUnderWay(identity) && begun?.provider !== provider;
}

function isUnderWay(identity: IdentityState): boolean {
  return ["pending", "processing", "review"].includes(identity);
}

/** Tries of one user, until one is approved: each costs the operator money. Ours. */
export const IDENTITY_TRIES_MAX = 5;
