import type { InputOf } from "./amounts.ts";
import type { BodyOf, CallOptions, Http, Page, PageOptions, WriteOptions } from "./http.ts";
import { itemsOf } from "./lists.ts";
import type { LeydenEventWithBody, WebhookEndpoint } from "./objects.ts";

export type CreateWebhookEndpoint = InputOf<BodyOf<"/v0/webhook-endpoints">>;
export type ChangeWebhookEndpoint = InputOf<BodyOf<"/v0/webhook-endpoints/{id}", "patch">>;

export type WebhookEndpoints = {
  /**
   * Events that happen from now on are sent there. Take a secret first: `webhookSecret.rotate`. @throws {LeydenError}
   */
  create(input: CreateWebhookEndpoint, options?: WriteOptions): Promise<WebhookEndpoint>;
  /** Also says why it is disabled. */
  get(id: string, options?: CallOptions): Promise<WebhookEndpoint>;
  /** All endpoints, newest first. */
  list(options?: CallOptions): AsyncGenerator<WebhookEndpoint, void, undefined>;
  page(options?: PageOptions): Promise<Page<WebhookEndpoint>>;
  /** What is left out stays. `state: "disabled"` cancels what waits for it. */
  change(id: string, input: ChangeWebhookEndpoint, options?: CallOptions): Promise<WebhookEndpoint>;
  /**
   * Resolves with the endpoint as it was. @throws {LeydenError} `webhook_endpoint_not_found` also when another call
   * removed it before.
   */
  remove(id: string, options?: WriteOptions): Promise<WebhookEndpoint>;
  /** Sends `webhook.test` to this endpoint alone. Read the event with `events.get` to see what came of it. */
  sendTest(id: string, options?: WriteOptions): Promise<LeydenEventWithBody>;
};

export function webhookEndpointsOf(http: Http): WebhookEndpoints {
  const page: WebhookEndpoints["page"] = async ({ signal, ...query } = {}) =>
    await http.page("/v0/webhook-endpoints", { signal, query });
  return {
    create: async (input, options = {}) =>
      await http.write("post", "/v0/webhook-endpoints", { ...options, body: input, movesMoney: false }),
    get: async (id, { signal } = {}) => await http.get("/v0/webhook-endpoints/{id}", { signal, params: { id } }),
    list: (options) => itemsOf((at) => page({ ...options, ...at })),
    page,
    change: async (id, input, { signal } = {}) =>
      await http.write("patch", "/v0/webhook-endpoints/{id}", {
        signal,
        params: { id },
        body: input,
        movesMoney: false,
      }),
    remove: async (id, options = {}) =>
      await http.write("delete", "/v0/webhook-endpoints/{id}", { ...options, params: { id }, movesMoney: false }),
    sendTest: async (id, options = {}) =>
      await http.write("post", "/v0/webhook-endpoints/{id}/test", { ...options, params: { id }, movesMoney: false }),
  };
}
