import { hash } from "node:crypto";
import type { Caller } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { signWebhook, webhookKey, webhookTimestamp } from "#protocol/standard-webhook.ts";
import type { EventBodies } from "../bodies/event-bodies.ts";
import { type AnswersShown, type ShownAnswer, shownAnswer } from "../model/answer.ts";
import { bodyFor, DeliveryNotFound, type SentHeader, sentHeaders, signingSecrets } from "../model/delivery.ts";
import type { EventRecord } from "../model/event.ts";
import {
  type AttemptContent,
  type AttemptLine,
  type DeliveryKey,
  type DeliveryLine,
  findAttempt,
  findDeliveryLine,
} from "../store/delivery-log.ts";
import { findEvent } from "../store/events.ts";
import { findSecrets } from "../store/secrets.ts";

type ReadDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly bodies: EventBodies;
  readonly isLive: () => Promise<boolean>;
  readonly answersShown: AnswersShown;
};

/** A POST, as a receiver gets it. */
export type SentRequest = {
  readonly url: string;
  readonly headers: readonly SentHeader[];
  readonly body: string;
};

/**
 * The request of a delivery as it would be sent now, with a signature of now: what a developer tries a receiver with.
 * Without one before the project's first delivery, which makes the secret.
 * @throws {DeliveryNotFound}
 */
export async function readRequest(
  deps: Omit<ReadDeps, "answersShown">,
  { caller, key }: { readonly caller: Caller; readonly key: DeliveryKey },
): Promise<SentRequest> {
  const { delivery, event, body } = await readDelivery(deps, caller, key);
  const now = deps.clock.now();
  const secrets = (await findSecrets(deps.db, [event.ownerId])).get(event.ownerId);
  const keys = secrets === undefined ? [] : signingSecrets(secrets, now).map(webhookKey);
  const signed = signWebhook({ id: event.id, at: now, body }, keys);
  const headers = sentHeaders(delivery.url, body, signed).filter(({ value }) => value !== "");
  return { url: delivery.url, headers, body };
}

/** An attempt with what was sent and answered. What is undefined was not kept when it was made. */
export type ReadAttempt = AttemptLine & {
  readonly url: string | undefined;
  readonly headers: readonly SentHeader[] | undefined;
  readonly body: string;
  /**
   * Whether these are the bytes that were sent: a body is made anew, and another version of the service may make
   * another one. Undefined: that was not kept.
   */
  readonly isBodyAsSent: boolean | undefined;
  readonly answer: ShownAnswer | undefined;
};

/** @throws {DeliveryNotFound} */
export async function readAttempt(
  deps: ReadDeps,
  { caller, key, number }: { readonly caller: Caller; readonly key: DeliveryKey; readonly number: number },
): Promise<ReadAttempt> {
  const attempt = await findAttempt(deps.db, caller.wallet.owner.id, { ...key, number });
  if (attempt === undefined) throw new DeliveryNotFound();
  const { event, body } = await readDelivery(deps, caller, key);
  const { startedAt, durationMs, status, error, url, answer, isPublic } = attempt;
  const from = { answer: answer ?? undefined, isPublic: isPublic ?? false };
  return {
    number,
    startedAt,
    durationMs,
    status,
    error,
    url: url ?? undefined,
    headers: headersOf(attempt, event, body),
    body,
    isBodyAsSent: attempt.bodyHash === null ? undefined : hash("sha256", body, "buffer").equals(attempt.bodyHash),
    answer: shownAnswer(from, deps.answersShown),
  };
}

function headersOf(
  { url, signature, startedAt }: AttemptContent,
  event: EventRecord,
  body: string,
): readonly SentHeader[] | undefined {
  if (url === null || signature === null) return undefined;
  return sentHeaders(url, body, {
    "webhook-id": event.id,
    "webhook-timestamp": webhookTimestamp(startedAt),
    "webhook-signature": signature,
  });
}

type Delivery = { readonly delivery: DeliveryLine; readonly event: EventRecord; readonly body: string };

/** @throws {DeliveryNotFound} also when its body cannot be made: that is a bug of ours. */
async function readDelivery(
  { db, bodies, isLive }: Pick<ReadDeps, "db" | "bodies" | "isLive">,
  caller: Caller,
  key: DeliveryKey,
): Promise<Delivery> {
  const ownerId = caller.wallet.owner.id;
  const delivery = await findDeliveryLine(db, ownerId, key);
  const event = delivery && (await findEvent(db, ownerId, delivery.eventId));
  const body = event && (await bodies(db, [event])).get(event.id);
  if (delivery === undefined || event === undefined || body === undefined) throw new DeliveryNotFound();
  const { endpointId } = delivery;
  const endpoint = endpointId === null ? undefined : { id: endpointId, isEnabled: true };
  return { delivery, event, body: bodyFor({ event, endpoint }, body, { isLive: await isLive() }) };
}
