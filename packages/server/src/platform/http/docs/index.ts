import { readFileSync } from "node:fs";
import type { Api } from "../index.ts";
import { type OpenApi, openApiText } from "../openapi.ts";
import { errorsPage } from "./errors-page.ts";
import { referencePage } from "./reference-page.ts";

/** Pages load our own style and picture; no script runs, nothing comes from elsewhere. */
const PAGE_HEADERS = {
  "cache-control": "no-cache",
  "content-security-policy":
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
} as const;

/** `/openapi.json`, and the reference for people at `/docs`, where `/` leads. `describe` is called once, when all routes are there. */
export function docsRoutes(api: Api, describe: () => OpenApi): void {
  const document = lazily(describe);
  const files: Record<string, { readonly type: string; readonly read: () => string }> = {
    "/openapi.json": { type: "application/json", read: lazily(() => openApiText(document())) },
    "/docs": { type: "text/html", read: lazily(() => referencePage(document())) },
    "/docs/errors": { type: "text/html", read: lazily(errorsPage) },
    "/docs/style.css": { type: "text/css", read: lazily(() => ownFile("style.css")) },
    "/docs/icon.svg": { type: "image/svg+xml", read: lazily(() => ownFile("icon.svg")) },
  };
  const options = { config: { access: "public" }, schema: { hide: true } } as const;
  for (const [url, { type, read }] of Object.entries(files))
    api.get(url, options, (_request, reply) => reply.headers(PAGE_HEADERS).type(`${type}; charset=utf-8`).send(read()));
  api.get("/", options, (_request, reply) => reply.redirect("/docs"));
}

function ownFile(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
