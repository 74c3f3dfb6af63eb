import { AppError } from "#kernel/errors.ts";
import type { WebhookHeaders } from "#protocol/standard-webhook.ts";
import { envelopeOf } from "./envelope.ts";
import type { EndpointId, EventRecord } from "./event.ts";

/** What signs a project's deliveries. */
export type Secrets = {
  readonly current: Uint8Array;
  /** The one before the last rotation; it signs too until then. */
  readonly previous: { readonly secret: Uint8Array; readonly until: Date } | undefined;
};

/** An event on its way to one receiver, as its holder leased it. */
export type LeasedDelivery = {
  readonly event: EventRecord;
  /** The endpoint; the event's own id for a callbackUrl. */
  readonly receiverId: string;
  /** Undefined for a callbackUrl. */
  readonly endpoint: { readonly id: EndpointId; readonly isEnabled: boolean } | undefined;
  readonly url: string;
  /** "host" or "host:port". */
  readonly host: string;
  /** Attempts before this one. */
  readonly attempt: number;
  /** Of these, those before it was last sent again: their pauses count no more. */
  readonly resentAfter: number;
  readonly leaseToken: bigint;
  /** Undefined until the project's first delivery. */
  readonly secrets: Secrets | undefined;
};

/**
 * What an event says of its object, in the two forms of the wire: `data` of the envelope, and the bare body of a
 * callbackUrl. Without the second one a callbackUrl gets the envelope too.
 */
export type EventBody = { readonly data: object; readonly callback?: object };

/**
 * The body of a request: the bare object for a callbackUrl, where there is one, and for an endpoint the same in an
 * envelope.
 */
export function bodyFor(
  { event, endpoint }: Pick<LeasedDelivery, "event" | "endpoint">,
  { data, callback }: EventBody,
  { isLive }: { readonly isLive: boolean },
): string {
  return JSON.stringify((endpoint === undefined && callback) || envelopeOf(event, data, isLive));
}

/** The headers of a request that are ours to choose. The client for outbound calls adds those of `sentHeaders`. */
export function deliveryHeaders(signed: WebhookHeaders): Readonly<Record<string, string>> {
  return { "content-type": "application/json", ...signed };
}

export type SentHeader = { readonly name: string; readonly value: string };

/** All headers of a request, as its receiver gets them; but for `connection`, which a proxy changes. */
export function sentHeaders(url: string, body: string, signed: WebhookHeaders): readonly SentHeader[] {
  const headers = {
    host: URL.parse(url)?.host ?? "",
    "user-agent": "leyden",
    ...deliveryHeaders(signed),
    "accept-encoding": "identity",
    "content-length": String(new TextEncoder().encode(body).length),
  };
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

export class DeliveryNotFound extends AppError {
  constructor() {
    super("delivery_not_found", "the project has no such delivery, or no such attempt at it");
  }
}

/** The secrets that sign at `now`, the newest first. */
export function signingSecrets({ current, previous }: Secrets, now: Date): readonly Uint8Array[] {
  return previous !== undefined && now < previous.until ? [current, previous.secret] : [current];
}

const REFUSED = "refused";

/** The `error` of an attempt whose address may not be called. */
export function refusedError(reason: string): string {
  return `${REFUSED}: ${reason}`;
}

/** What the address itself shows to who wrote it. */
const SHOWN_REFUSALS: readonly (string | null)[] = ["scheme", "port", "userinfo", "host"].map(refusedError);

/**
 * An attempt's `error` as its project sees it. That a name leads to an address that is not called is for operators: it
 * would say what the filter knows.
 */
export function shownError(error: string | null): string | null {
  return error?.startsWith(`${REFUSED}: `) && !SHOWN_REFUSALS.includes(error) ? REFUSED : error;
}
