import type { FastifyReply, FastifyRequest } from "fastify";
import { keyScopeOf } from "#kernel/caller.ts";
import type { Clock, Random } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { sendEventStream } from "#platform/http/index.ts";
import type { Log } from "#platform/log.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import type { EventBodies } from "./bodies/event-bodies.ts";
import type { HostCache } from "./hosts/check-callback.ts";
import type { AnswersShown } from "./model/answer.ts";

/** What the routes of events, webhooks and callback hosts share. */

export type EventRoutesDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly outbound: Pick<Outbound, "request" | "allows" | "mayCall">;
  readonly bodies: EventBodies;
  readonly hostCache: HostCache;
  /** Whether this is real money. */
  readonly isLive: () => Promise<boolean>;
};

/** What the routes for members of a project need besides. */
export type EventPagesDeps = EventRoutesDeps & { readonly answersShown: AnswersShown };

/** Of the examples. */
export const ENDPOINT_ID = "01a1f9bb-0c4e-7a10-9d3f-5b8f2f0c61aa";
export const EVENT_ID = "01a1f9bb-2f60-7c11-8e52-0a4f5b9d7e10";
export const PAYMENT_ID = "01a1f9ba-a0a8-7169-bb85-f785abe3de6f";
export const CREATED_AT = "2026-11-20T16:12:00.711Z";

export type AnswerStreamDeps = { readonly clock: Clock; readonly log: Log };

/**
 * Answers with texts that go on until `signal` aborts or they end, and writes the line of the log that other answers
 * have.
 */
export async function answerStream(
  { clock, log }: AnswerStreamDeps,
  { request: { id, caller }, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  texts: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<void> {
  const fields = { requestId: id, actor: keyScopeOf(caller.actor) };
  const startedMs = clock.monotonicMs();
  const seconds = () => Math.round((clock.monotonicMs() - startedMs) / 1_000);
  try {
    const end = await sendEventStream(reply, texts, { clock, signal });
    log.info({ ...fields, end, seconds: seconds() }, "event_stream.ended");
  } catch (err) {
    log.error({ ...fields, err, seconds: seconds() }, "event_stream.broken");
  }
}
