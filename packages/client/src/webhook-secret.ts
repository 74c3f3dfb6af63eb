import type { Http, WriteOptions } from "./http.ts";
import type { WebhookSecret } from "./objects.ts";

export type WebhookSecrets = {
  /**
   * Makes the project's secret, or a new one; the one before signs too for 24 hours. Keep it: it is shown here only,
   * and again only to a call with the same `idempotencyKey`.
   *
   * @throws {LeydenError} `webhook_secret_superseded` when the secret of this key has been replaced since.
   */
  rotate(options?: WriteOptions): Promise<WebhookSecret>;
};

export function webhookSecretOf(http: Http): WebhookSecrets {
  return {
    rotate: async (options = {}) =>
      await http.write("post", "/v0/webhook-secret/rotate", { ...options, movesMoney: false }),
  };
}
