import { IdempotencyMismatch, idempotencyOf } from "#idempotency";
import type { Caller } from "#kernel/caller.ts";
import type { Clock, Random } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { updateFailedResent } from "../store/events.ts";

/** Failed deliveries that one call looks at: it holds the ledger's row meanwhile. */
export const RESEND_FAILED_MAX = 500;

export type ResendFailed = {
  readonly caller: Caller;
  readonly since: Date;
  readonly idempotencyKey?: string | undefined;
};

export type ResentFailed = {
  readonly resent: number;
  /** Where the next call goes on; undefined when nothing is left. */
  readonly nextSince: Date | undefined;
};

/**
 * Makes deliveries due now that have failed since a time, the oldest first, where they can still be sent. One call
 * looks at `RESEND_FAILED_MAX` of them.
 * @throws {IdempotencyMismatch}
 */
export async function resendFailed(
  { db, clock, random }: { db: Db; clock: Clock; random: Random },
  { caller, since, idempotencyKey }: ResendFailed,
): Promise<ResentFailed & { readonly replayed: boolean }> {
  const idempotency = idempotencyOf(caller.actor, "events/resend-failed", idempotencyKey, { since });
  const ofAll = { ownerId: caller.wallet.owner.id, endpointId: undefined };
  const wanted = { id: random.uuid(), ...ofAll, since, limit: RESEND_FAILED_MAX };
  const { outcome, resent, nextSince } = await updateFailedResent(db, wanted, { idempotency, now: clock.now() });
  if (outcome === "mismatch") throw new IdempotencyMismatch();
  return { resent, nextSince: nextSince ?? undefined, replayed: outcome === "replay" };
}
