import { hash } from "node:crypto";
import { type Actor, keyScopeOf } from "#kernel/caller.ts";
import { AppError } from "#kernel/errors.ts";
import { canonicalJson } from "./canonical-json.ts";

/** The key was used before with another input. */
export class IdempotencyMismatch extends AppError {
  constructor() {
    super("idempotency_mismatch", "this Idempotency-Key was used before with another body");
  }
}

/** What `idempotency.claim_keys` needs of one request. */
export type Idempotency = {
  /** First half of SHA-256 of the actor, operation and key, written as a UUID. */
  readonly scope: string;
  /** SHA-256 of the canonical input, in hexadecimal digits. */
  readonly input: string;
};

/**
 * What an `Idempotency-Key` and the input of its request come to; undefined for a request without a key.
 * @param operation what is asked for, the same for all of its aliases: "ln-address/send-payment".
 * @param key as sent; visible characters only, so no part can run into the next.
 * @param input the parsed request, without what may differ between two tries of it (headers, times, ids).
 */
export function idempotencyOf(
  actor: Actor,
  operation: string,
  key: string,
  input: Readonly<Record<string, unknown>>,
): Idempotency;
export function idempotencyOf(
  actor: Actor,
  operation: string,
  key: string | undefined,
  input: Readonly<Record<string, unknown>>,
): Idempotency | undefined;
export function idempotencyOf(
  actor: Actor,
  operation: string,
  key: string | undefined,
  input: Readonly<Record<string, unknown>>,
): Idempotency | undefined {
  if (key === undefined) return undefined;
  const hex = hash("sha256", `${keyScopeOf(actor)}\n${operation}\n${key}`);
  return {
    scope: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`,
    input: hash("sha256", canonicalJson(input)),
  };
}
