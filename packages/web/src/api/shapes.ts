import type { components } from "../../../client/src/openapi.ts";

/** What the API answers, by its name in the OpenAPI document, such as `Shape<"Payment">`. */
export type Shape<Name extends keyof components["schemas"]> = components["schemas"][Name];
