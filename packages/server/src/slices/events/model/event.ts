import type { Brand } from "#kernel/brand.ts";
import { AppError } from "#kernel/errors.ts";

export type EventId = Brand<string, "EventId">;
/** Of a registered receiver of a project. */
export type EndpointId = Brand<string, "EndpointId">;

const DAY_MS = 24 * 3_600_000;

/** How long events and their deliveries are kept. */
export const EVENTS_KEPT_MS = 90 * DAY_MS;

/**
 * Events of this time or later have not been removed: a day less than they are kept, because they are not all removed
 * at once.
 */
export function keptSince(now: Date): Date {
  return new Date(now.getTime() - EVENTS_KEPT_MS + DAY_MS);
}

/** Types of events, each with what makes it happen. docs/integrate.md and the reference list the same. */
export const EVENT_TYPES = {
  "payment.completed": "A payment was paid.",
  "payment.failed": "A payment failed; nothing was paid, and what was reserved is back in the wallet.",
  "charge.completed": "A charge has received what it asked for.",
  "charge.expired": "A charge expired unpaid.",
  "receipt.credited":
    "Money arrived in the wallet: for a charge, also late, in parts, or a second time; or from another wallet of the service.",
  "voucher.redeemed": "A voucher was redeemed: into a wallet, or over Lightning.",
  "voucher.revoked": "A voucher was revoked; its value is back in the wallet.",
  "voucher.expired": "A voucher expired; its value is back in the wallet.",
  "withdrawal.completed": "A withdrawal request was paid out.",
  "withdrawal.expired": "A withdrawal request expired; nothing was paid.",
  "ramp.purchase.completed": "Bitcoin that was bought in the widget has arrived.",
  "ramp.purchase.failed": "A purchase in the widget failed; what was paid is given back.",
  "ramp.kyc.completed": "The identity of a user was verified.",
  "service.restored":
    "The service was restored from a copy: what was done between two times may be gone. What is written again comes with events of its own.",
  "webhook.test": "Sent by the call that asks for it, to try a receiver.",
} as const;

export type EventType = keyof typeof EVENT_TYPES;

/** What happened, without the thing it happened to. */
export type EventRecord = {
  readonly id: EventId;
  /** The project. */
  readonly ownerId: string;
  readonly type: EventType;
  readonly objectId: string;
  /** Grows with each event of the object. */
  readonly sequence: number;
  /** What of the object may have changed since. */
  readonly facts: Readonly<Record<string, unknown>> | undefined;
  readonly createdAt: Date;
};

/** States of a delivery. */
export const DELIVERY_STATES = ["waiting", "delivered", "failed", "cancelled"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export class EventNotFound extends AppError {
  constructor() {
    super("event_not_found", "the project has no event with this id");
  }
}

/** Nobody is there to whom the event could be sent again. */
export class NoReceiver extends AppError {
  constructor() {
    super(
      "no_receiver",
      "the event was sent to no such receiver, or it may not be sent there any more: the endpoint was removed or is disabled",
    );
  }
}
