import type { AddressInfo } from "node:net";
import type { InjectOptions } from "fastify";
import { afterAll } from "vitest";
import { z } from "zod";
import { type Caller, keyScopeOf } from "#kernel/caller.ts";
import { AppError } from "#kernel/errors.ts";
import type { AccountNo, ProjectId, ProjectKeyId, WalletId } from "#kernel/ids.ts";
import { createHttpServer, type HttpServerOptions } from "#platform/http/http-server.ts";
import {
  type Api,
  amount,
  codec,
  envelope,
  isoTime,
  moneyPostHeaders,
  msatsText,
  optionalField,
  optionalText,
  type RoutesPlugin,
  success,
} from "#platform/http/index.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createMetrics } from "#platform/metrics.ts";
import { type AppOptions, createApp } from "../app.ts";
import { withListedFailures } from "./listed-failures.harness.ts";

export const KEY = "ley_good";

const projectId = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718" as ProjectId;

export const caller: Caller = {
  wallet: {
    id: "0197c5a1-8f5e-7d30-a1b2-c3d4e5f6071a" as WalletId,
    account: 7n as AccountNo,
    owner: { kind: "project", id: projectId },
  },
  actor: {
    kind: "project",
    projectId,
    keyId: "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60719" as ProjectKeyId,
    policy: { feeCeilingBasisPoints: 100n, internalIdIsUnique: false },
  },
};

const echoBody = z.object({
  amount,
  comment: optionalText(20),
  at: z.iso.datetime().optional(),
  seconds: z.number().int().optional(),
  items: optionalField(z.array(z.object({ amount, more: z.object({ text: optionalText(20) }).nullish() })).max(2_000)),
  coded: codec(
    z.array(z.object({ amount })),
    (items) => items.length,
    () => [],
  ).optional(),
});

const echo = z.object({
  amount: msatsText,
  comment: z.string().nullable(),
  at: isoTime.nullable(),
  key: z.string().nullable(),
  wait: z.number(),
});

/** Routes with no business: they show what the HTTP side does with any route. For tests only. */
export const sampleRoutes: RoutesPlugin = (api) => {
  api.post(
    "/v0/echo",
    {
      config: { movesMoney: true, scope: "send" },
      schema: { headers: moneyPostHeaders, body: echoBody, response: { 200: envelope(echo, "Echoed.") }, hide: true },
    },
    async ({ body, headers }) => {
      const { amount, comment = null, at = null } = body;
      const key = headers["idempotency-key"] ?? null;
      const answer = { amount: String(amount), comment, at, key, wait: headers.prefer, secret: "not in the schema" };
      return success(answer, "Echoed.");
    },
  );
  const params = z.object({ id: z.string() });
  const querystring = z.object({ limit: z.string().optional() });
  api.get("/v0/things/:id", { schema: { params, querystring, hide: true } }, async ({ params: { id }, query }) =>
    success({ id, limit: query.limit }, "A thing."),
  );
  api.get("/v0/whoami", { schema: { hide: true } }, async ({ caller: { actor } }) =>
    success(keyScopeOf(actor), "You."),
  );
  api.get("/v0/public", { config: { access: "public" }, schema: { hide: true } }, async ({ ip }) =>
    success(ip, "You."),
  );
  api.get("/v0/bug", { schema: { hide: true } }, async () => {
    throw new Error("the password is hunter2");
  });
  api.get(
    "/v0/wrong-answer",
    { schema: { hide: true, response: { 200: envelope(z.string(), "A string.") } } },
    async () => success(7 as unknown as string, "Not a string."),
  );
  api.post("/v0/refuse", { config: { movesMoney: true, scope: "send" }, schema: { hide: true } }, async () => {
    throw new AppError("no_route", "no route was found", { data: { id: "p1", status: "failed" } });
  });
  api.post("/v0/manage", { config: { scope: "all" }, schema: { hide: true } }, async () => success("managed", "Done."));
  api.post("/v0/unsaid", { schema: { hide: true } }, async () => success("done", "Done."));
  api.get("/v0/later", { schema: { hide: true } }, async () => {
    throw new AppError("sending_paused", "sending is paused", { retryAfterSeconds: 30 });
  });
};

/** An app with the sample routes, a key that is valid (`KEY`), and nothing behind it. */
export async function sampleApp(options: Partial<AppOptions> = {}): Promise<Api> {
  const app = await createApp({
    log: createLog({ level: "silent", pretty: false }),
    clock: machineClock,
    random: machineRandom(),
    metrics: createMetrics({ process: false, clock: machineClock }),
    authenticate: async (key) => (key === KEY ? caller : undefined),
    rateLimits: { perKey: 100_000, perAddress: 100_000 },
    trustedProxies: [],
    baseUrl: "https://leyden.example",
    readiness: () => [],
    metricsToken: undefined,
    outbound: { refusalOf: () => undefined },
    routes: [sampleRoutes],
    ...options,
  });
  return withListedFailures(app);
}

/** Puts `app` behind connections, as the front door does; on a free port unless one is given. */
export async function serve(
  app: Api,
  { port: wanted = 0, ...options }: Partial<HttpServerOptions> & { readonly port?: number } = {},
) {
  const http = createHttpServer(app.routing, {
    serviceName: "Leyden",
    clock: machineClock,
    random: machineRandom(),
    log: createLog({ level: "silent", pretty: false }),
    baseUrl: "https://leyden.example",
    trustedProxies: [],
    connectionsMax: 1_000,
    showedKey: (address) => app.keyHolders.has(address),
    ...options,
  });
  await new Promise<void>((resolve) => http.server.listen(wanted, "127.0.0.1", resolve));
  return {
    server: http.server,
    port: (http.server.address() as AddressInfo).port,
    async close(): Promise<void> {
      const closed = new Promise((resolve) => http.server.close(resolve));
      await Promise.all([closed, http.endConnections(), app.close()]);
    },
  };
}

/** Serves one application at a time: the former is closed first, and the last one after the tests of the block. */
export function serveInTurns(): typeof serve {
  let close: () => Promise<void> = async () => undefined;
  afterAll(() => close());
  return async (...given) => {
    await close();
    const service = await serve(...given);
    close = service.close;
    return service;
  };
}

/** Runs `test` with an app of its own. */
export async function withApp(options: Partial<AppOptions>, test: (own: Api) => Promise<void>): Promise<void> {
  const own = await sampleApp(options);
  try {
    await test(own);
  } finally {
    await own.close();
  }
}

export type Answer = Awaited<ReturnType<typeof ask>>;

/**
 * Sends a request whose answer may go on for ever, and hangs up when `until` has come. An answer without it is read to
 * its end.
 */
export async function askUntil(app: Api, request: InjectOptions, until: string) {
  const { raw, statusCode, headers, stream } = await app.inject({ ...request, payloadAsStream: true });
  let body = "";
  for await (const chunk of stream()) {
    body += chunk;
    if (body.includes(until)) break;
  }
  raw.res.destroy();
  return { statusCode, headers, body, json: () => JSON.parse(body) };
}

/**
 * What `count` comes to when it grows no more: the same in ten looks, 50 ms apart. A machine that stands still for a
 * while loses one look by it.
 */
export async function atRest(count: () => number): Promise<number> {
  let seen = count();
  for (let looks = 0; looks < 10; looks += 1) {
    await machineClock.sleep(50);
    if (count() !== seen) looks = 0;
    seen = count();
  }
  return seen;
}

/** Sends a request without a socket. */
export function ask(app: Api, request: InjectOptions | string) {
  return app.inject(request).then((answer) => answer);
}
