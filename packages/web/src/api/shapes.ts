import type { components } from "../../../client/src/openapi.ts";
import type { components as pages } from "./openapi-pages.ts";

/** What the API answers, by its name in its OpenAPI document, such as `Shape<"Payment">`. */
export type Shape<Name extends keyof components["schemas"]> = components["schemas"][Name];

/** The same of the routes for pages alone, such as `PageShape<"Me">`. */
export type PageShape<Name extends keyof pages["schemas"]> = pages["schemas"][Name];
