import type { Random } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";

/** Standard Webhooks: 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** How long the secret before a rotation signs too. */
export const PREVIOUS_SECRET_MS = 24 * 3_600_000;

/** What signs a project's deliveries. */
export function newWebhookSecret(random: Random): Uint8Array {
  return random.bytes(SECRET_BYTES);
}

/** The secret that the key made was replaced since, and is not shown again. */
export class WebhookSecretSuperseded extends AppError {
  constructor() {
    super("webhook_secret_superseded", "the secret that this Idempotency-Key made was replaced by a newer one");
  }
}
