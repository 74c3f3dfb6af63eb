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
export function isNullable({ anyOf }: JsonSchema): boolean {
  return Array.isArray(anyOf) && anyOf.some((alternative: JsonSchema) => alternative["type"] === "null");
}

/** A value of `schema`: its own example where it has one, else put together from its parts. */
export function exampleOf(schema: JsonSchema, document: OpenApi): unknown {
  const { examples, default: fallback, const: only, enum: values, type, properties, items } = resolve(schema, document);
  const given = [...((examples as unknown[] | undefined) ?? []), fallback, only, ...((values as unknown[]) ?? [])];
  const [first] = given.filter((value) => value !== undefined);
  if (first !== undefined) return first;
  switch (type) {
    case "object":
      return Object.fromEntries(
        Object.entries((properties ?? {}) as Record<string, JsonSchema>).map(([name, property]) => [
          name,
          exampleOf(property, document),
        ]),
      );
    case "array":
      return [exampleOf((items ?? {}) as JsonSchema, document)];
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return isNullable(schema) ? null : "text";
  }
}

/** The shortest body that `schema` takes: its own example where it has one, else the required fields. */
export function requiredExampleOf(schema: JsonSchema, document: OpenApi): unknown {
  const {
    required = [],
    properties = {},
    ...own
  } = resolve(schema, document) as {
    required?: readonly string[];
    properties?: Record<string, JsonSchema>;
  };
  const kept = Object.entries(properties).filter(([name]) => required.includes(name));
  return exampleOf({ ...own, properties: Object.fromEntries(kept) }, document);
}
