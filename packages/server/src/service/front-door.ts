import type { Server as HttpServer } from "node:http";
import { type Config, httpUrl } from "#config.ts";
import type { Clock, Random } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { Part } from "#platform/http/health.ts";
import type { Api, RoutesPlugin } from "#platform/http/index.ts";
import type { Log } from "#platform/log.ts";
import { createMetrics } from "#platform/metrics.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { createApp } from "./app.ts";

/**
 * The port, open from the first moment: until the service can work it answers that it lives (`/healthz`), what it waits
 * for (`/readyz`), and 503 to everything else.
 */
export type FrontDoor = {
  /** Where this machine reaches it. */
  readonly url: string;
  /** From now on `app` answers. */
  admit(app: Api): void;
  /** Takes no more connections, and resolves when every request that came before was answered. */
  close(): Promise<void>;
};

/** Who knocks too often while everything starts shall come back in seconds, not when a minute is over. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

type Deps = { readonly clock: Clock; readonly random: Random; readonly log: Log };

/** @throws {OperatorError} when the port is not free. */
export async function openFrontDoor(
  { clock, random, log }: Deps,
  config: Config,
  waitingFor: () => readonly Part[],
): Promise<FrontDoor> {
  const { host, port, baseUrl, trustedProxies } = config;
  const starting = await createApp({
    log: log.child({}, { level: log.isLevelEnabled("warn") ? "warn" : log.level }), // who asks now is no news
    clock,
    random,
    metrics: createMetrics({ process: false }),
    authenticate: async () => undefined,
    rateLimits: { perKey: UNLIMITED, perAddress: UNLIMITED },
    trustedProxies,
    baseUrl,
    readiness: waitingFor,
    metricsToken: undefined,
    routes: [notYet],
  });
  await starting.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    throw cannotListen(error, config);
  });
  const server: HttpServer = starting.server;
  let app: Api | undefined;
  let closed: Promise<unknown> | undefined;

  return {
    url: httpUrl({ host, port: portOf(server) }),
    admit(next) {
      app = next;
      server.removeAllListeners("request");
      server.on("request", next.routing);
    },
    async close() {
      closed ??= Promise.all([app?.close(), starting.close()]);
      await closed;
    },
  };
}

/** Refuses before the body is looked at: whatever it holds, the answer is "later". */
const notYet: RoutesPlugin = (api) => {
  const refuse = async (): Promise<never> => {
    throw new AppError("unavailable", "the service is starting", { retryAfterSeconds: 2 });
  };
  api.all("/v0/*", { config: { access: "public" }, schema: { hide: true }, onRequest: refuse }, refuse);
};

function portOf(server: HttpServer): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server listens on no port");
  return address.port;
}

function cannotListen(error: NodeJS.ErrnoException, { host, port }: Config): OperatorError {
  const advice = "Set LEYDEN_PORT to a free port, or LEYDEN_HOST to an address of this machine.";
  if (error.code === "EADDRINUSE")
    return new OperatorError(`port ${port} on ${host} is in use by another program`, advice, { cause: error });
  return new OperatorError(`cannot listen on ${host} port ${port}: ${error.message}`, advice, { cause: error });
}
