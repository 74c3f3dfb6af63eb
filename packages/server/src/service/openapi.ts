/**
 * Writes `packages/server/openapi.json` and `openapi-pages.json` anew: `npm run openapi`. A test compares the files
 * with the routes.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fastify from "fastify";
import { openApiOf, openApiText } from "#platform/http/openapi.ts";
import { PAGES } from "#platform/http/openapi-subjects.ts";
import { serializerCompiler, validatorCompiler, type ZodTypes } from "#platform/http/schema.ts";
import { describedPageRoutes } from "./page-routes.ts";
import * as ramp from "./ramp-part.ts";
import { describedRoutes } from "./routes.ts";
import { webhooksOf } from "./webhooks.ts";

export const OPENAPI_FILE = new URL("../../openapi.json", import.meta.url);
export const PAGES_FILE = new URL("../../openapi-pages.json", import.meta.url);

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

/** The same for the calls of our own pages. */
export async function committedPagesApi(): Promise<string> {
  const api = fastify().withTypeProvider<ZodTypes>();
  api.setValidatorCompiler(validatorCompiler);
  api.setSerializerCompiler(serializerCompiler);
  const describe = openApiOf(api, { baseUrl: "http://localhost:8080", of: PAGES });
  for (const addRoutes of describedPageRoutes(ramp)) addRoutes(api);
  await api.ready(); // routes of a scope are added then
  return openApiText(describe());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(OPENAPI_FILE, committedOpenApi());
  writeFileSync(PAGES_FILE, await committedPagesApi());
}
