import { IdempotencyMismatch, idempotencyOf } from "#idempotency";
import type { Caller } from "#kernel/caller.ts";
import type { Clock, Random } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { formatWebhookSecret } from "#protocol/standard-webhook.ts";
import { newWebhookSecret, PREVIOUS_SECRET_MS, WebhookSecretSuperseded } from "../model/webhook-secret.ts";
import { replaceSecret } from "../store/rotation.ts";

export type RotatedSecret = {
  /** As receivers configure it. Nothing shows it again but the same call with the same key. */
  readonly secret: string;
  /** Until then the secret before signs too; undefined when there was none. */
  readonly previousUntil: Date | undefined;
};

/**
 * Gives the caller's project a new secret, which signs what is sent from now on.
 *
 * @throws {IdempotencyMismatch}
 * @throws {WebhookSecretSuperseded} when a newer one has replaced the secret that the key made.
 */
export async function rotateSecret(
  { db, clock, random }: { db: Db; clock: Clock; random: Random },
  { caller, idempotencyKey }: { readonly caller: Caller; readonly idempotencyKey?: string | undefined },
): Promise<{ readonly rotated: RotatedSecret; readonly replayed: boolean }> {
  const idempotency = idempotencyOf(caller.actor, "webhook-secret/rotate", idempotencyKey, {});
  const now = clock.now();
  const previousUntil = new Date(now.getTime() + PREVIOUS_SECRET_MS);
  const made = { id: random.uuid(), ownerId: caller.wallet.owner.id, secret: newWebhookSecret(random) };
  const written = await replaceSecret(db, made, { idempotency, now, previousUntil });
  switch (written.outcome) {
    case "rotated":
    case "replay":
      return {
        rotated: { secret: formatWebhookSecret(written.secret), previousUntil: written.previousUntil ?? undefined },
        replayed: written.outcome === "replay",
      };
    case "superseded":
      throw new WebhookSecretSuperseded();
    case "mismatch":
      throw new IdempotencyMismatch();
  }
}
