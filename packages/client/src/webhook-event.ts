import type { webhooks } from "./openapi.ts";

type EventOf<Type extends keyof webhooks> = webhooks[Type]["post"]["requestBody"]["content"]["application/json"];

/**
 * The body of a webhook, by its `type`: `data` is the payment, charge or receipt. It is the list of the version that
 * this library was made with; an endpoint for every type also gets those that come later.
 */
export type WebhookEvent = { [Type in keyof webhooks]: EventOf<Type> }[keyof webhooks];
