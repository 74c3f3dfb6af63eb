/** What the routes of slices use. */
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from "fastify";
import type { ZodTypes } from "./schema.ts";
import "./route.ts";

export { envelope, failureSchema, list, page, success } from "./envelope.ts";
export { EVENT_STREAM_TYPE, type StreamEnd, sendEventStream } from "./event-stream.ts";
export { idempotencyKey, moneyPostHeaders, preferWait, writeHeaders } from "./headers.ts";
export { hungUp, whenAnswered } from "./hung-up.ts";
export { answerList, type Listing } from "./listing.ts";
export { idOf, idParams } from "./path-id.ts";
export { networkOf, type RateLimiter, rateLimiter, takeShare } from "./rate-limit.ts";
export { markReplayed } from "./replayed.ts";
export { streamAnswer } from "./streamed.ts";
export {
  amount,
  codec,
  cursorOf,
  filtersOf,
  given,
  isoTime,
  listQuery,
  msatsText,
  optionalField,
  optionalSeconds,
  optionalText,
  optionalWebAddress,
  pageQuery,
  requireOneName,
  timeText,
  uuidText,
} from "./wire.ts";

/** A Fastify instance whose routes are described by zod schemas. */
export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypes
>;

/**
 * The routes of a slice. Every route asks for a project key, unless its `config` says `{ access: "public" }`; its
 * schema names `errors`, and its `config` says `{ movesMoney: true }` when a repeated POST would pay again.
 */
export type RoutesPlugin = (api: Api) => void;
