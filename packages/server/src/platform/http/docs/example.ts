import type { JsonSchema, OpenApi } from "../openapi.ts";

/** The schema that `schema` stands for: references followed, and of alternatives the first that is not null. */
export function resolve(schema: JsonSchema, { components }: OpenApi): JsonSchema {
  const { $ref, anyOf, ...own } = schema as { $ref?: string; anyOf?: readonly JsonSchema[] };
  if ($ref !== undefined) {
    const definition = components.schemas[$ref.slice($ref.lastIndexOf("/") + 1)];
    if (definition === undefined) throw new Error(`${$ref} is not in the document`);
    return { ...resolve(definition, { components } as OpenApi), ...own };
  }
  const [first] = anyOf?.filter((alternative) => alternative["type"] !== "null") ?? [];
  return first === undefined ? schema : { ...resolve(first, { components } as OpenApi), ...own };
}

/** True when null is one of the values of `schema`. */
export function isNullable({ anyOf, type }: JsonSchema): boolean {
  if (Array.isArray(type)) return type.includes("null");
  return Array.isArray(anyOf) && anyOf.some((alternative: JsonSchema) => alternative["type"] === "null");
}

/**
 * A value of `schema`: its own example where it has one, else put together from its parts. Fields that may be missing
 * are left out, those that may be null are null.
 */
export function exampleOf(schema: JsonSchema, document: OpenApi): unknown {
  const own = (schema["examples"] ?? []) as readonly unknown[];
  if (own.length > 0) return own[0];
  if (isNullable(schema)) return null;

  const resolved = resolve(schema, document);
  const { examples, default: fallback, const: only, enum: values } = resolved;
  const given = [...((examples as unknown[] | undefined) ?? []), fallback, only, ...((values as unknown[]) ?? [])];
  const [first] = given.filter((value) => value !== undefined);
  return first ?? exampleOfType(resolved, document);
}

function exampleOfType(schema: JsonSchema, document: OpenApi): unknown {
  switch (schema["type"]) {
    case "object": {
      const { properties = {}, required = [] } = schema as { properties?: Fields; required?: readonly string[] };
      const kept = Object.entries(properties).filter(([name]) => required.includes(name));
      return Object.fromEntries(kept.map(([name, property]) => [name, exampleOf(property, document)]));
    }
    case "array":
      return [exampleOf((schema["items"] ?? {}) as JsonSchema, document)];
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    default:
      return schema["format"] === "uuid" ? "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718" : "text";
  }
}

type Fields = Readonly<Record<string, JsonSchema>>;
