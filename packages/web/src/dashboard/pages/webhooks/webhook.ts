import type { PageShape, Shape } from "../../../api/shapes.ts";
import type { States, ThingKind } from "../../parts/states-of-things.ts";

export type Delivery = PageShape<"DeliveryLine">;
export type WholeDelivery = PageShape<"Delivery">;
export type Attempt = NonNullable<Delivery["lastAttempt"]>;
export type WebhookEvent = Shape<"Event">;
export type EventType = WebhookEvent["type"];
export type Endpoint = Shape<"WebhookEndpoint">;

/** Every noun of the events of a project: what happens makes deliveries. */
export const NOUNS = ["payment", "charge", "receipt", "voucher", "withdrawal", "ramp", "service", "webhook"] as const;

export const DELIVERY_STATES: States<Delivery["state"]> = {
  waiting: ["wait", "To be sent"],
  delivered: ["good", "Accepted"],
  failed: ["bad", "Given up"],
  cancelled: ["soft", "Not sent"],
};

/** When each event happens. */
export const EVENT_TYPES: Readonly<Record<EventType, string>> = {
  "payment.completed": "A payment was paid",
  "payment.failed": "A payment failed, and nothing was paid",
  "charge.completed": "A charge was paid",
  "charge.expired": "A charge was not paid in time",
  "receipt.credited": "Money arrived",
  "voucher.redeemed": "A voucher was redeemed",
  "voucher.revoked": "A voucher was revoked",
  "voucher.expired": "A voucher expired",
  "withdrawal.completed": "A withdrawal request was paid out",
  "withdrawal.expired": "A withdrawal request expired",
  "ramp.purchase.completed": "Bitcoin that was bought has arrived",
  "ramp.purchase.failed": "A purchase failed",
  "ramp.kyc.completed": "A buyer's identity was verified",
  "service.restored": "The service was restored from a copy",
  "webhook.test": "A test that somebody asked for",
};

/** The types by themselves, for a choice. */
export const TYPE_NAMES = Object.fromEntries(Object.keys(EVENT_TYPES).map((type) => [type, type]));

/** A delivery in an address: its event, and to whom. */
export function deliveryId({ eventId, receiverId }: Pick<Delivery, "eventId" | "receiverId">): string {
  return `${eventId}.${receiverId}`;
}

export function deliveryKey(id: string): { readonly eventId: string; readonly receiverId: string } {
  const [eventId = "", receiverId = ""] = id.split(".");
  return { eventId, receiverId };
}

const KINDS: Readonly<Record<string, ThingKind>> = {
  payment: "payment",
  charge: "charge",
  voucher: "voucher",
  withdrawal: "withdrawal",
  webhook: "endpoint",
};

/** The kind of thing that an event is about, where it has a page. */
export function kindOf(type: EventType): ThingKind | undefined {
  if (type.startsWith("ramp.purchase.")) return "purchase";
  return KINDS[type.split(".", 1)[0] ?? ""];
}

/** Why there was no answer. */
const NO_ANSWER: Readonly<Record<string, string>> = {
  timeout: "No answer in time",
  connect: "No connection",
  dns: "The name was not found",
  tls: "No secure connection (TLS)",
  too_large: "The answer was too long",
  redirect: "A redirect, which is not followed",
  protocol: "The answer was not HTTP",
  aborted: "No answer",
};

/** What came of an attempt, in a few words. */
export function outcomeOf({ status, error }: Pick<Attempt, "status" | "error">): string {
  return status === null ? (NO_ANSWER[error ?? ""] ?? error ?? "No answer") : `Answer ${status}`;
}
