/** Who may ask, and how often. */
import rateLimitPlugin from "@fastify/rate-limit";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../kernel/caller.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Api } from "./index.ts";

/** Finds the project that a key belongs to; `undefined` when the key is not valid. */
export type Authenticate = (key: string) => Promise<Caller | undefined>;

/** At most `max` requests in each window of `windowMs`. */
export type RateLimit = { readonly max: number; readonly windowMs: number };

export type RateLimits = {
  /** For each project key. */
  readonly perKey: RateLimit;
  /** For each address (IPv6: each /64), of requests that come without a valid key: wrong keys, and public routes. */
  readonly perAddress: RateLimit;
};

export const RATE_LIMITS: RateLimits = {
  perKey: { max: 60_000, windowMs: 60_000 },
  perAddress: { max: 120, windowMs: 60_000 },
};

type Taken = { readonly max: number; readonly remaining: number; readonly ttlInSeconds: number };

/**
 * Guards the routes that are added to `api` afterwards: a public one by the caller's address, any other by its project
 * key. Wrong keys count on the address, so that trying keys ends soon; an address that used its share up is refused
 * before the key is looked at.
 */
export async function guard(api: Api, authenticate: Authenticate, limits: RateLimits): Promise<void> {
  await api.register(rateLimitPlugin, { global: false });
  const byAddress = api.createRateLimit({ max: limits.perAddress.max, timeWindow: limits.perAddress.windowMs });
  const byKey = api.createRateLimit({
    max: limits.perKey.max,
    timeWindow: limits.perKey.windowMs,
    keyGenerator: (request) => request.caller.keyId,
  });

  api.addHook("onRequest", async (request, reply) => {
    if (request.routeOptions.config.access === "public") {
      announce(await byAddress(request), reply);
      return;
    }
    const ofAddress = await byAddress(request, { increment: false });
    if (!ofAddress.isAllowed && ofAddress.remaining === 0) announce({ ...ofAddress, isExceeded: true }, reply);

    const caller = await callerOf(request, authenticate);
    if (caller === undefined) {
      await byAddress(request);
      throw new AppError("invalid_key", "the project key is not valid");
    }
    request.caller = caller;
    announce(await byKey(request), reply);
  });
}

async function callerOf(request: FastifyRequest, authenticate: Authenticate): Promise<Caller | undefined> {
  const key = request.headers["apikey"];
  if (typeof key !== "string" || key === "") throw new AppError("invalid_key", "the header `apikey` is missing");
  return authenticate(key);
}

/** Tells the limit (IETF draft "RateLimit header fields for HTTP", version 7). @throws {AppError} when it is passed. */
function announce(
  taken: { isAllowed: true } | ({ isAllowed: false; isExceeded: boolean } & Taken),
  reply: FastifyReply,
): void {
  if (taken.isAllowed) return;
  reply.header("ratelimit-limit", taken.max);
  reply.header("ratelimit-remaining", taken.remaining);
  reply.header("ratelimit-reset", taken.ttlInSeconds);
  if (!taken.isExceeded) return;
  const retryAfterSeconds = Math.max(1, taken.ttlInSeconds);
  throw new AppError("rate_limited", `too many requests, try again in ${retryAfterSeconds} s`, { retryAfterSeconds });
}
