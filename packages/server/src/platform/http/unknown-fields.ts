/** What a request holds that its route does not know: refused in the query, named in the answer where it is in the body. */
import type { RouteOptions } from "fastify";
import { z } from "zod";
import type { Issue } from "#kernel/errors.ts";
import type { Api } from "./index.ts";

/** Unknown fields that an answer names, and characters of a name. */
const NAMED_MAX = 20;
const NAME_LENGTH_MAX = 100;

/** Sees to the routes that are added to `api` afterwards. */
export function watchUnknownFields(api: Api): void {
  api.addHook("onRoute", (route) => {
    if (route.config?.takesAnyQuery === true) return;
    route.schema = { ...route.schema, querystring: strictQuery(route.schema?.querystring) };
  });
  api.addHook("preValidation", (request, _reply, done) => {
    request.warnings = warningsOf(request.body, request.routeOptions.schema?.body);
    done();
  });
  api.addHook("preSerialization", (request, _reply, payload, done) => {
    done(null, request.warnings === null ? payload : { ...(payload as object), warnings: request.warnings });
  });
}

/**
 * A filter that is ignored answers rows that were not asked for, so an unknown parameter is an error. A loose object takes any: what
 * programs of others ask for may have more parameters than we know.
 */
function strictQuery(schema: NonNullable<RouteOptions["schema"]>["querystring"]): z.ZodType {
  if (schema === undefined) return z.strictObject({});
  if (schema instanceof z.ZodObject) return schema.def.catchall === undefined ? schema.strict() : schema;
  throw new Error("the schema of a query is a zod object");
}

/** Unknown fields of a body are ignored, as the contract says; a misspelt one is found by the warning. */
function warningsOf(body: unknown, schema: unknown): readonly Issue[] | null {
  if (!(schema instanceof z.ZodObject) || typeof body !== "object" || body === null || Array.isArray(body)) return null;
  const known = schema.shape;
  let warnings: Issue[] | null = null;
  for (const name in body) {
    if (Object.hasOwn(known, name)) continue;
    warnings ??= [];
    if (warnings.length === NAMED_MAX) break;
    warnings.push({ field: name.slice(0, NAME_LENGTH_MAX), issue: "is not a field of this request and was ignored" });
  }
  return warnings;
}
