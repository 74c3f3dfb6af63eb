import { PLAIN } from "#kernel/branding.ts";
import { brandingRoutes } from "#platform/http/branding-routes.ts";
import { docsRoutes } from "#platform/http/docs/index.ts";
import { healthRoutes, type Readiness } from "#platform/http/health.ts";
import type { Api, RoutesPlugin } from "#platform/http/index.ts";
import { openApiOf, type Webhook } from "#platform/http/openapi.ts";
import { PAGES } from "#platform/http/openapi-subjects.ts";
import { createServer, type ServerOptions } from "#platform/http/server.ts";
import { type Uncalled, warnOfUncalled } from "#platform/http/uncalled-addresses.ts";
import { watchUnknownFields } from "#platform/http/unknown-fields.ts";
import { type Development, homeRoutes } from "./home.ts";

export type AppOptions = ServerOptions & {
  /** A Lightning address that the examples of the reference pay, where the installation has one. */
  readonly recipient?: string | undefined;
  readonly readiness: Readiness;
  /** With it, `GET /metrics` answers every caller that sends it as bearer token; without, only this machine. */
  readonly metricsToken: string | undefined;
  /** What is called for projects, and what is not. */
  readonly outbound: Uncalled;
  /** The routes of the slices. */
  readonly routes: readonly RoutesPlugin[];
  /** What the service sends to projects, for the reference. */
  readonly webhooks?: readonly Webhook[];
  /** For the page at `/`: what a service has where money is worth nothing; undefined elsewhere. */
  readonly development?: () => Development | undefined;
};

/**
 * Answers requests; its connections are those of a front door, or `app.inject` in tests. `app.close` ends what its
 * routes wait for.
 */
export async function createApp(options: AppOptions): Promise<Api> {
  const app = createServer(options);
  homeRoutes(app, options);
  healthRoutes(app, options);
  brandingRoutes(app, options.branding ?? PLAIN);
  const describePages = openApiOf(app, { baseUrl: options.baseUrl, of: PAGES });
  docsRoutes(app, { describe: openApiOf(app, options), describePages }, options);
  await app.register(async (api) => {
    watchUnknownFields(api);
    warnOfUncalled(api, options.outbound);
    for (const addRoutes of options.routes) addRoutes(api);
  });
  await app.ready();
  return app;
}
