/** Writes `packages/server/openapi.json` anew: `npm run openapi`. A test compares the file with the routes. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fastify from "fastify";
import { openApiOf, openApiText } from "#platform/http/openapi.ts";
import type { ZodTypes } from "#platform/http/schema.ts";
import * as ramp from "./ramp-part.ts";
import { describedRoutes } from "./routes.ts";
import { webhooksOf } from "./webhooks.ts";

export const OPENAPI_FILE = new URL("../../openapi.json", import.meta.url);

/** Everything that there is, with all parts. */
export const ROUTES = describedRoutes(ramp);
export const WEBHOOKS = webhooksOf(ramp);

/** The committed form of the document, which names the address that a development server has. */
export function committedOpenApi(): string {
  const api = fastify().withTypeProvider<ZodTypes>();
  const describe = openApiOf(api, { baseUrl: "http://localhost:8080", webhooks: WEBHOOKS });
  for (const addRoutes of ROUTES) addRoutes(api);
  return openApiText(describe());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(OPENAPI_FILE, committedOpenApi());
