import type { Clock, Random } from "#kernel/clock.ts";
import { type Authenticate, guard, type RateLimits } from "#platform/http/admission.ts";
import { docsRoutes } from "#platform/http/docs/index.ts";
import { operationRoutes, type Readiness } from "#platform/http/health.ts";
import type { Api, RoutesPlugin } from "#platform/http/index.ts";
import { openApiOf } from "#platform/http/openapi.ts";
import { createServer } from "#platform/http/server.ts";
import type { Log } from "#platform/log.ts";
import type { Metrics } from "#platform/metrics.ts";

export type AppOptions = {
  readonly log: Log;
  readonly clock: Clock;
  readonly random: Random;
  readonly metrics: Metrics;
  readonly authenticate: Authenticate;
  readonly rateLimits: RateLimits;
  /** Addresses or networks of reverse proxies whose `X-Forwarded-*` is believed; of nobody when empty. */
  readonly trustedProxies: readonly string[];
  /** Public address of the service, without a slash at the end. */
  readonly baseUrl: string;
  /** A Lightning address that the examples of the reference pay, where the installation has one. */
  readonly recipient?: string;
  readonly readiness: Readiness;
  /** With it, `GET /metrics` answers everybody who sends it as bearer token; without, only this machine. */
  readonly metricsToken: string | undefined;
  /** The routes of the slices. */
  readonly routes: readonly RoutesPlugin[];
};

/** The service's HTTP side, not listening yet: `app.listen`, or `app.inject` in tests. `app.close` finishes what is under way. */
export async function createApp(options: AppOptions): Promise<Api> {
  const app = createServer(options);
  operationRoutes(app, options);
  docsRoutes(app, openApiOf(app, options.baseUrl), options);
  await app.register(guarded(options));
  await app.ready();
  return app;
}

function guarded(options: AppOptions) {
  return async (api: Api): Promise<void> => {
    guard(api, options);
    for (const addRoutes of options.routes) addRoutes(api);
  };
}
