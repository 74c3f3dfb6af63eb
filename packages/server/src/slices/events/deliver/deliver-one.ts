import { hash } from "node:crypto";
import { randomFraction } from "#kernel/jitter.ts";
import { type OutboundAnswer, OutboundFailed, OutboundRefused } from "#platform/outbound/outbound.ts";
import { signWebhook, type WebhookHeaders, type WebhookKey } from "#protocol/standard-webhook.ts";
import { keptAnswer } from "../model/answer.ts";
import { deliveryHeaders, type LeasedDelivery, refusedError } from "../model/delivery.ts";
import { hostAndPort } from "../model/endpoint.ts";
import { SEND_DEADLINE_MS } from "../model/lease.ts";
import { afterAttempt, type Verdict } from "../model/retry.ts";
import { type Outcome, recordMany } from "../store/batched.ts";
import type { DeliverDeps } from "./deps.ts";

/** The most that is read of an answer. A longer one is judged by its status all the same. */
const ANSWER_BYTES_MAX = 4_096;
const GONE = "The receiver answered 410 (Gone).";

export type OneDelivery = {
  readonly delivery: LeasedDelivery;
  readonly body: string;
  /** What signs it, the newest first. */
  readonly keys: readonly WebhookKey[];
  /** On the monotonic clock: begun later, the lease might end before the answer comes. */
  readonly sendBeforeMs: number;
};

type DeliverOneDeps = Pick<
  DeliverDeps,
  "db" | "batch" | "clock" | "random" | "log" | "outbound" | "reached" | "onAttempt"
>;

/**
 * Makes one attempt at a delivery whose lease this process has, and records what came of it. An address that may not be
 * called is a failed attempt like others: tomorrow its name may lead elsewhere.
 */
export async function deliverOne(deps: DeliverOneDeps, { delivery, body, keys, sendBeforeMs }: OneDelivery) {
  const { batch, clock, log, reached } = deps;
  await reached("before-deliver");
  if (clock.monotonicMs() >= sendBeforeMs) return; // the next holder sends it
  const startedAt = clock.now();
  const startedMs = clock.monotonicMs();
  const signed = signWebhook({ id: delivery.event.id, at: startedAt, body }, keys);
  const sent = await send(deps, delivery, { body, signed });
  const durationMs = Math.round(clock.monotonicMs() - startedMs);
  await reached("after-deliver");

  const number = delivery.attempt + 1;
  const verdict = isAborted(sent) ? undefined : judge(deps, delivery, sent);
  const attempt = {
    number,
    startedAt,
    durationMs,
    ...describe(sent),
    isPublic: isPublic(deps, delivery),
    url: delivery.url,
    signature: signed["webhook-signature"],
    bodyHash: hash("sha256", body, "buffer"),
  };
  const recorded = await batch(recordMany, { delivery, ...outcomeOf(verdict, attempt, clock.now()) });
  const facts = { event: delivery.event.id, receiver: delivery.receiverId, attempt: number, durationMs };
  if (recorded === "lease_lost") log.warn(facts, "delivery.lease_lost");
  else if (verdict !== undefined) {
    deps.onAttempt({ outcome: verdict.kind, durationMs });
    log.info({ ...facts, status: attempt.status, error: attempt.error, outcome: verdict.kind }, "delivery.attempted");
  }
}

type Sent = OutboundAnswer | OutboundFailed | OutboundRefused;

async function send(
  { outbound }: DeliverOneDeps,
  { url: text }: LeasedDelivery,
  { body, signed }: { body: string; signed: WebhookHeaders },
): Promise<Sent> {
  const url = URL.parse(text);
  if (url === null) return new OutboundRefused("host");
  try {
    return await outbound.request({
      url,
      method: "POST",
      headers: deliveryHeaders(signed),
      body,
      maxBytes: ANSWER_BYTES_MAX,
      longer: "cut",
      deadlineMs: SEND_DEADLINE_MS,
      redirects: "none",
    });
  } catch (error) {
    if (error instanceof OutboundFailed || error instanceof OutboundRefused) return error;
    throw error;
  }
}

/**
 * Whether nothing but the public internet can have answered: connections go to public addresses alone, but for the
 * pairs that the operator has named.
 */
function isPublic({ outbound }: DeliverOneDeps, { url: text }: LeasedDelivery): boolean {
  const url = URL.parse(text);
  return url !== null && !outbound.allows(hostAndPort(url));
}

/** This process is stopping; that says nothing of the receiver. */
function isAborted(sent: Sent): boolean {
  return sent instanceof OutboundFailed && sent.reason === "aborted";
}

function judge(
  { clock, random }: DeliverOneDeps,
  { attempt, resentAfter, endpoint }: LeasedDelivery,
  sent: Sent,
): Verdict {
  return afterAttempt({
    place: attempt + 1 - resentAfter,
    answer:
      sent instanceof Error
        ? { kind: "no_answer" }
        : { kind: "answered", status: sent.status, retryAfter: sent.headers.get("retry-after") },
    endpoint: endpoint?.id,
    now: clock.now(),
    fraction: randomFraction(random),
  });
}

function describe(sent: Sent): { status: number | undefined; error: string | undefined; answer: string | undefined } {
  if (sent instanceof OutboundRefused)
    return { status: undefined, error: refusedError(sent.reason), answer: undefined };
  if (sent instanceof OutboundFailed) return { status: undefined, error: sent.reason, answer: undefined };
  return { status: sent.status, error: undefined, answer: keptAnswer(sent.body) };
}

/** What is written. Without a verdict nothing was learned: it is due again now, and counts as no attempt. */
function outcomeOf(verdict: Verdict | undefined, attempt: Outcome["attempt"], now: Date): Omit<Outcome, "delivery"> {
  const ended = { attempt, dueAt: undefined, disabledReason: undefined };
  switch (verdict?.kind) {
    case undefined:
      return { attempt: undefined, state: "waiting", dueAt: now, disabledReason: undefined };
    case "again":
      return { attempt, state: "waiting", dueAt: verdict.at, disabledReason: undefined };
    case "delivered":
    case "failed":
      return { ...ended, state: verdict.kind };
    case "gone":
      return { ...ended, state: "cancelled", disabledReason: verdict.endpoint && GONE };
  }
}
