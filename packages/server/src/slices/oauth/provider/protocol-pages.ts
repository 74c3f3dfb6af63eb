import type { KoaContextWithOIDC } from "oidc-provider";
import type { Html } from "#platform/html.ts";
import { type Page, pageHeaders, pageText } from "#platform/http/page.ts";
import type { PageShell } from "#platform/http/page-shell.ts";
import { readerOfRequest } from "#platform/http/reader-of-request.ts";
import type { Reader } from "#texts/reader.ts";
import { loggedOutContent, logoutContent, protocolErrorContent } from "../templates/consent-page.ts";
import type { ProtocolPages } from "./provider.ts";

/** The pages that the protocol's library shows, in the look of all others. */
export function protocolPages(shell: PageShell): ProtocolPages {
  return {
    error: (ctx, { error, error_description: description = error }) =>
      show(ctx, shell, (reader) => ({
        title: reader.text("protocol_title"),
        content: protocolErrorContent(reader, { error, description }),
      })),
    logout: (ctx, form) => {
      const markup: Html = { markup: form }; // written by the library: its address and a token
      show(ctx, shell, (reader) => ({
        title: reader.text("logout_title"),
        content: logoutContent(reader, markup),
        leadsOnward: true,
      }));
    },
    loggedOut: (ctx) =>
      show(ctx, shell, (reader) => ({ title: reader.text("logout_done_title"), content: loggedOutContent(reader) })),
  };
}

function show(ctx: KoaContextWithOIDC, shell: PageShell, pageFor: (reader: Reader) => Page): void {
  const { status } = ctx;
  const reader = readerOfRequest(ctx.req);
  const page = pageFor(reader);
  ctx.set({ ...pageHeaders(page, shell), "cache-control": "no-store" });
  ctx.body = pageText(page, shell, { reader, path: ctx.req.url ?? "/", csrf: undefined });
  ctx.status = status;
}
