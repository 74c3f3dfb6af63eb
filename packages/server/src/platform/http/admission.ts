/** Which requests are admitted, and how often. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Caller, type KeyAccess, keyScopeOf } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import { isAmong } from "./connection-limit.ts";
import type { Api } from "./index.ts";
import { createKeyHolders } from "./key-holders.ts";
import { networkOf, type RateLimiter, rateLimiter, type Standing, takeShare, tooMany } from "./rate-limit.ts";
import type { CallerOf, RouteScope } from "./route.ts";

/**
 * Finds the project that a key belongs to; `undefined` when the key is not valid. Where `onlyKnown` says so, no look-up
 * is spent on a key that was not valid when it was seen last.
 */
export type Authenticate = (key: string, onlyKnown: () => boolean) => Caller | undefined | Promise<Caller | undefined>;

/** Requests a minute. */
export type RateLimits = {
  readonly perKey: number;
  /** Of requests without a valid key, for each address; probes are not counted. */
  readonly perAddress: number;
};

/** So many files for each other request that an address may make: a page that runs as scripts loads up to eight. */
const FILES_FOR_EACH = 10;

export type GuardDeps = {
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly authenticate: Authenticate;
  readonly rateLimits: RateLimits;
};

/**
 * Guards all routes: a public one, and a path that is none, by the caller's address, any other by its project key.
 * Requests without a valid key count on the address, so that trying keys ends soon. From an address that used its share
 * up only keys are taken that were valid before: strangers behind the same proxy must not lock a project out. Probes
 * pass.
 *
 * A key that must not be used from the caller's address counts on the address too: a stolen key cannot use up the
 * project's share.
 *
 * Files have a share of their own. Who shares an address with strangers still opens pages when these have used up the
 * other one, and who opens many pages can still log in.
 */
export function guard(api: Api, { clock, authenticate, rateLimits }: GuardDeps): void {
  const addresses = rateLimiter(clock, rateLimits.perAddress);
  const files = rateLimiter(clock, rateLimits.perAddress * FILES_FOR_EACH);
  const keys = rateLimiter(clock, rateLimits.perKey);
  const users = rateLimiter(clock, Math.min(rateLimits.perAddress, rateLimits.perKey));
  const keyHolders = createKeyHolders(clock);
  const countAddress = (request: FastifyRequest, reply: FastifyReply) => take(addresses, networkOf(request.ip), reply);
  api.decorate("keyHolders", keyHolders);
  api.decorate("countAddress", countAddress);
  const isFrom = networkChecks();
  const isElsewhere = (access: KeyAccess | undefined, { ip }: FastifyRequest) =>
    access?.networks !== undefined && !isFrom(access.networks, ip);
  api.decorate("isAdmitted", async (request: FastifyRequest) => {
    const { apikey } = request.headers;
    const caller = typeof apikey === "string" ? await authenticate(apikey, () => false) : undefined;
    if (caller === undefined) return false;
    const access = accessOf(caller);
    return (
      !isElsewhere(access, request) && mayUse(access, request) && hasScope(access, request.routeOptions.config.scope)
    );
  });

  const refusal = (request: FastifyRequest, error: AppError): AppError => {
    const address = networkOf(request.ip);
    if (addresses.take(address) === undefined) return tooMany(addresses.blockedSeconds(address));
    return error;
  };
  api.decorate("refusalOf", refusal);
  api.decorate("countCaller", (name: string, reply: FastifyReply) => take(keys, name, reply));
  api.decorate("countCallerOf", ({ caller, user }: CallerOf, reply: FastifyReply) => {
    const ofUser = takeShare(users, `${caller} ${user}`);
    const ofCaller = takeShare(keys, caller);
    answerStanding(reply, ofUser.remaining < ofCaller.remaining ? ofUser : ofCaller);
  });
  api.decorate("blockedSeconds", (request: FastifyRequest) => addresses.blockedSeconds(networkOf(request.ip)));
  // Once for each route, and not for each request.
  api.addHook("onRoute", (route) => {
    route.config = { ...route.config, scope: scopeOf(route) };
  });
  const admit = (
    request: FastifyRequest,
    reply: FastifyReply,
    { caller, scope }: { caller: Caller | undefined; scope: RouteScope | undefined },
  ): void => {
    if (caller === undefined) throw refusal(request, new AppError("invalid_key", "the project key is not valid"));
    const access = accessOf(caller);
    if (isElsewhere(access, request)) {
      request.elsewhere = caller;
      throw refusal(request, new AppError("address_not_allowed", `the project key may not be used from ${request.ip}`));
    }
    keyHolders.add(request.socket.remoteAddress ?? "");
    request.caller = { ...caller, requestId: request.id };
    take(keys, keyScopeOf(caller.actor), reply);
    if (!mayUse(access, request, scope)) throw new AppError("key_unconfirmed", UNCONFIRMED);
    requireScope(access, scope);
  };

  // Not `async`: most keys are in the cache, and then no request waits for a turn of the event loop.
  api.addHook("onRequest", (request, reply, done) => {
    const { config } = request.routeOptions; // read once: it is made anew each time
    const access = request.is404 ? "public" : config.access;
    if (access === "probe" || access === "own") return done();
    if (access === "public") {
      if (config.isFile === true) take(files, networkOf(request.ip), reply);
      else countAddress(request, reply);
      return done();
    }
    const key = request.headers["apikey"];
    if (typeof key !== "string" || key === "")
      throw refusal(request, new AppError("invalid_key", "the header `apikey` is missing"));
    const onlyKnown = () => addresses.blockedSeconds(networkOf(request.ip)) !== undefined;
    const caller = authenticate(key, onlyKnown);
    if (caller instanceof Promise)
      return caller.then((found) => admit(request, reply, { caller: found, scope: config.scope }));
    admit(request, reply, { caller, scope: config.scope });
    done();
  });
}

/** The scope that a route needs; see `FastifyContextConfig`. */
export function scopeOf({
  method,
  config,
}: {
  method: string | string[];
  config?: { scope?: RouteScope };
}): RouteScope {
  const reads = [method].flat().every((name) => name === "GET" || name === "HEAD");
  return config?.scope ?? (reads ? "read" : "all");
}

function accessOf({ actor }: Caller): KeyAccess | undefined {
  return actor.kind === "project" ? actor.access : undefined;
}

/** A key that waits for confirmation may read, and nothing else: what it may be used for says its policy. */
function mayUse(access: KeyAccess | undefined, { method }: FastifyRequest, needed?: RouteScope): boolean {
  return access?.isUnconfirmed !== true || needed === "read" || method === "GET" || method === "HEAD";
}

function hasScope(access: KeyAccess | undefined, needed: RouteScope = "all"): boolean {
  return access?.scopes === undefined || (needed !== "all" && access.scopes.includes(needed));
}

const UNCONFIRMED =
  "the service was restored from a copy, and the project key may only read until the operator confirms it: " +
  "`leyden key confirm <project>`";

function requireScope(access: KeyAccess | undefined, needed: RouteScope = "all"): void {
  if (hasScope(access, needed)) return;
  const scopes = access?.scopes?.join(", ");
  throw new AppError("scope_missing", `the project key lacks the scope ${needed}; it has ${scopes}`);
}

/**
 * Reads each list of networks once, as the key cache gives the same one with each request, and an address that comes
 * again not at all: a backend has one.
 */
function networkChecks(): (networks: readonly string[], address: string) => boolean {
  type Known = { readonly check: (address: string) => boolean; last: string; isAllowed: boolean };
  const lists = new WeakMap<readonly string[], Known>();
  return (networks, address) => {
    let known = lists.get(networks);
    if (known === undefined) {
      known = { check: isAmong(networks), last: "", isAllowed: false };
      lists.set(networks, known);
    }
    if (known.last !== address) {
      known.last = address;
      known.isAllowed = known.check(address);
    }
    return known.isAllowed;
  };
}

/**
 * Counts the request and answers the limit (IETF draft "RateLimit header fields for HTTP", version 7).
 *
 * @throws {AppError} `rate_limited` when nothing is left of it.
 */
export function take(limiter: RateLimiter, key: string, reply: FastifyReply): void {
  answerStanding(reply, takeShare(limiter, key));
}

function answerStanding(reply: FastifyReply, standing: Standing): void {
  reply.header("ratelimit-limit", standing.max);
  reply.header("ratelimit-remaining", standing.remaining);
  reply.header("ratelimit-reset", standing.resetSeconds);
}
