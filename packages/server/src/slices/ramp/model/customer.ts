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

/** What is known of the identity of who buys. */
export type Customer = {
  readonly userId: UserId;
  readonly identity: IdentityState;
  readonly reason: string | undefined;
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

/** Whether a person may begin another try. A rejection is final. */
export function mayTry(identity: IdentityState): boolean {
  return ["none", "pending", "retry", "expired"].includes(identity);
}

/** Tries of one user: each one costs the operator money. Ours. */
export const IDENTITY_TRIES_MAX = 5;
