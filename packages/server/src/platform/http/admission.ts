/** Who may ask, and how often. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Caller, keyScopeOf } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { Api } from "./index.ts";
import { networkOf, type RateLimiter, rateLimiter } from "./rate-limit.ts";

/**
 * Finds the project that a key belongs to; `undefined` when the key is not valid. Where `onlyKnown` says so, no look-up is
 * spent on a key that was not valid when it was seen last.
 */
export type Authenticate = (key: string, onlyKnown: () => boolean) => Caller | undefined | Promise<Caller | undefined>;

/** Requests a minute. */
export type RateLimits = {
  readonly perKey: number;
  /** Of requests without a valid key, for each address: wrong keys, and public routes. */
  readonly perAddress: number;
};

type Deps = {
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly authenticate: Authenticate;
  readonly rateLimits: RateLimits;
};

/**
 * Guards the routes that are added to `api` afterwards: a public one by the caller's address, any other by its project
 * key. Wrong keys count on the address, so that trying keys ends soon. From an address that used its share up only keys
 * are taken that were valid here before: strangers behind the same proxy must not lock a project out.
 */
export function guard(api: Api, { clock, authenticate, rateLimits }: Deps): void {
  const addresses = rateLimiter(clock, rateLimits.perAddress);
  const keys = rateLimiter(clock, rateLimits.perKey);

  const admit = (request: FastifyRequest, reply: FastifyReply, caller: Caller | undefined): void => {
    if (caller === undefined) {
      const address = networkOf(request.ip);
      if (addresses.take(address) === undefined) throw tooManyRequests(addresses.blockedSeconds(address));
      throw new AppError("invalid_key", "the project key is not valid");
    }
    request.caller = caller;
    take(keys, keyScopeOf(caller.actor), reply);
  };

  // Not `async`: most keys are known at once, and then no request waits for a turn of the event loop.
  api.addHook("onRequest", (request, reply, done) => {
    if (request.routeOptions.config.access === "public") {
      take(addresses, networkOf(request.ip), reply);
      return done();
    }
    const onlyKnown = () => addresses.blockedSeconds(networkOf(request.ip)) !== undefined;
    const caller = authenticate(readKey(request), onlyKnown);
    if (caller instanceof Promise) return caller.then((found) => admit(request, reply, found));
    admit(request, reply, caller);
    done();
  });
}

function readKey(request: FastifyRequest): string {
  const key = request.headers["apikey"];
  if (typeof key === "string" && key !== "") return key;
  throw new AppError("invalid_key", "the header `apikey` is missing");
}

/** Counts the request and tells the limit (IETF draft "RateLimit header fields for HTTP", version 7). */
function take(limiter: RateLimiter, key: string, reply: FastifyReply): void {
  const standing = limiter.take(key);
  if (standing === undefined) throw tooManyRequests(limiter.blockedSeconds(key));
  reply.header("ratelimit-limit", standing.max);
  reply.header("ratelimit-remaining", standing.remaining);
  reply.header("ratelimit-reset", standing.resetSeconds);
}

function tooManyRequests(retryAfterSeconds = 1): AppError {
  return new AppError("rate_limited", `too many requests, try again in ${retryAfterSeconds} s`, { retryAfterSeconds });
}
