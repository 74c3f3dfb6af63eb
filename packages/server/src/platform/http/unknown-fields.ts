/**
 * What a request holds that its route does not know: refused in the query, named in the answer where it is in the body.
 */
import type { RouteOptions } from "fastify";
import { z } from "zod";
import type { Issue } from "#kernel/errors.ts";
import type { Api } from "./index.ts";
import { ISSUES_MAX } from "./schema.ts";

/** Characters of a field's path that a warning shows. */
const PATH_LENGTH_MAX = 100;

const NO_SCHEMA = {};

/** Of the routes without a query, which are most. */
const NO_QUERY = z.strictObject({});

/** Sees to the routes that are added to `api` afterwards. */
export function watchUnknownFields(api: Api): void {
  const bodies = new WeakMap<object, Shape>();
  api.addHook("onRoute", (route) => {
    const { body } = route.schema ?? {};
    const shape = shapeOf(body);
    if (shape !== undefined) bodies.set(body as object, shape);
    if (route.config?.takesAnyQuery === true) return;
    route.schema = { ...route.schema, querystring: strictQuery(route.schema?.querystring) };
  });
  api.addHook("preValidation", (request, _reply, done) => {
    const shape = bodies.get(request.routeOptions.schema?.body ?? NO_SCHEMA);
    request.warnings = shape === undefined ? null : warningsOf(request.body, shape);
    done();
  });
  api.addHook("preSerialization", (request, _reply, payload, done) => {
    done(null, request.warnings === null ? payload : { ...(payload as object), warnings: request.warnings });
  });
}

/**
 * A filter that is ignored answers rows that were not asked for, so an unknown parameter is an error. A loose object
 * takes any: what programs of others ask for may have more parameters than we know.
 */
function strictQuery(schema: NonNullable<RouteOptions["schema"]>["querystring"]): z.ZodType {
  if (schema === undefined) return NO_QUERY;
  if (schema instanceof z.ZodObject) return schema.def.catchall === undefined ? schema.strict() : schema;
  throw new Error("the schema of a query is a zod object");
}

/** Which fields a body may have, at every depth. `undefined`: nothing in it can be unknown. */
type Shape =
  | { readonly kind: "object"; readonly fields: ReadonlyMap<string, Shape | undefined> }
  | { readonly kind: "list"; readonly item: Shape };

/** Read once for each route: requests do not walk schemas. */
function shapeOf(schema: unknown): Shape | undefined {
  if (schema instanceof z.ZodObject) {
    if (schema.def.catchall !== undefined) return undefined;
    const fields = Object.entries(schema.shape).map(([name, field]) => [name, shapeOf(field)] as const);
    return { kind: "object", fields: new Map(fields) };
  }
  if (schema instanceof z.ZodArray) {
    const item = shapeOf(schema.element);
    return item && { kind: "list", item };
  }
  // A codec reads its wire form, a preprocessed field what comes after the preprocessing.
  if (schema instanceof z.ZodPipe) return shapeOf(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return shapeOf(schema.unwrap());
  return undefined;
}

/** Unknown fields of a body are ignored, as the contract says; a misspelt one is found by the warning. */
function warningsOf(body: unknown, shape: Shape): readonly Issue[] | null {
  const paths: string[] = [];
  collectUnknown(body, shape, "", paths);
  if (paths.length === 0) return null;
  return paths.map((path) => ({
    field: path.slice(0, PATH_LENGTH_MAX),
    issue: "is not a field of this request and was ignored",
  }));
}

/**
 * Puts the paths of unknown fields into `paths`, until there are as many as an answer names. `prefix`: "" or
 * "vouchers.3.".
 */
function collectUnknown(value: unknown, shape: Shape, prefix: string, paths: string[]): void {
  if (typeof value !== "object" || value === null || Array.isArray(value) !== (shape.kind === "list")) return;
  const record = value as Readonly<Record<string, unknown>>;
  for (const name in record) {
    if (paths.length === ISSUES_MAX) return;
    if (shape.kind === "object" && !shape.fields.has(name)) {
      paths.push(prefix + name);
      continue;
    }
    const inner = shape.kind === "list" ? shape.item : shape.fields.get(name);
    if (inner !== undefined) collectUnknown(record[name], inner, `${prefix}${name}.`, paths);
  }
}
