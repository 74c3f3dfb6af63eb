import { readFileSync } from "node:fs";
import type { Api } from "../index.ts";
import type { Listed } from "../listed.ts";
import { LOOK } from "../look.ts";
import { type OpenApi, openApiText } from "../openapi.ts";
import { errorsPage } from "./errors-page.ts";
import { headingsOf } from "./markdown.ts";
import { referencePage } from "./reference-page.ts";
import { readPage, textPage } from "./text-page.ts";

/** Pages load our own files and nothing else. */
const PAGE_HEADERS = {
  "cache-control": "no-cache",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
} as const;

/** What stands in the examples for what each installation has its own of. */
const EXAMPLE_BASE_URL = "http://localhost:8080";
const EXAMPLE_RECIPIENT = "merchant@127.0.0.1:30906";

export type DocsOptions = {
  /** Public address of the service, without a slash at the end. */
  readonly baseUrl: string;
  /** A Lightning address that examples can pay, where there is one: the merchant of the embedded network. */
  readonly recipient?: string | undefined;
};

type File = { readonly type: string; readonly read: () => string; readonly listed?: Listed };

/** Write the documents; each is called once, when all routes are there. */
export type Describers = { readonly describe: () => OpenApi; readonly describePages: () => OpenApi };

/** `/openapi.json`, that of the calls of our own pages, and the pages for people below `/docs`. */
export function docsRoutes(
  api: Api,
  { describe, describePages }: Describers,
  { baseUrl, recipient }: DocsOptions,
): void {
  const localized = (text: string) =>
    text.replaceAll(EXAMPLE_RECIPIENT, recipient ?? EXAMPLE_RECIPIENT).replaceAll(EXAMPLE_BASE_URL, baseUrl);
  const document = lazily((): OpenApi => JSON.parse(localized(openApiText(describe()))));
  const guide = lazily(() => localized(readPage("integrate.md")));
  const files: Record<string, File> = {
    "/openapi.json": { type: "application/json", read: lazily(() => openApiText(document())) },
    "/dashboard/api/openapi.json": {
      type: "application/json",
      read: lazily(() => openApiText(describePages())),
    },
    "/docs": {
      type: "text/html",
      read: lazily(() => referencePage(document(), headingsOf(guide()))),
      listed: LISTED.reference,
    },
    "/docs/guide": {
      type: "text/html",
      read: lazily(() => textPage(guide(), { title: "Leyden guide", path: "/docs/guide" })),
      listed: LISTED.guide,
    },
    "/docs/contract": {
      type: "text/html",
      read: lazily(() => textPage(readPage("contract.md"), { title: "Leyden contract", path: "/docs/contract" })),
    },
    "/docs/errors": { type: "text/html", read: lazily(errorsPage) },
    "/docs/style.css": { type: "text/css", read: lazily(() => LOOK + ownFile("style.css")) },
    "/docs/reference.css": { type: "text/css", read: lazily(() => ownFile("reference.css")) },
    "/docs/page.js": { type: "text/javascript", read: lazily(() => ownFile("page.js")) },
    "/docs/icon.svg": { type: "image/svg+xml", read: lazily(() => ownFile("icon.svg")) },
  };
  for (const [url, { type, read, listed }] of Object.entries(files)) {
    const config = { access: "public", ...(listed && { listed }) } as const;
    api.get(url, { config, schema: { hide: true } }, (_request, reply) =>
      reply.headers(PAGE_HEADERS).type(`${type}; charset=utf-8`).send(read()),
    );
  }
}

const LISTED = {
  reference: { kind: "docs", name: "Reference", about: "Each call, with examples to paste" },
  guide: { kind: "docs", name: "Guide", about: "From the first payment to webhooks, logins and selling bitcoin" },
} as const satisfies Record<string, Listed>;

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
