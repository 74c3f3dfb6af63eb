import type { KoaContextWithOIDC } from "oidc-provider";
import type { Html } from "#platform/html.ts";
import { type Page, pageHeaders, pageText } from "#platform/http/page.ts";
import type { PageShell } from "#platform/http/page-shell.ts";
import { readerOfRequest } from "#platform/http/reader-of-request.ts";
import { LOGGED_OUT, logoutContent, protocolErrorContent } from "../templates/consent-page.ts";
import type { ProtocolPages } from "./provider.ts";

/** The pages that the protocol's library shows, in the look of all others. */
export function protocolPages(shell: PageShell): ProtocolPages {
  return {
    error: (ctx, { error, error_description: description = error }) =>
      show(ctx, shell, { title: "Login error", content: protocolErrorContent({ error, description }) }),
    logout: (ctx, form) => {
      const markup: Html = { markup: form }; // written by the library: its address and a token
      show(ctx, shell, { title: "Log out", content: logoutContent(markup), leadsOnward: true });
    },
    loggedOut: (ctx) => show(ctx, shell, { title: "Logged out", content: LOGGED_OUT }),
  };
}

function show(ctx: KoaContextWithOIDC, shell: PageShell, page: Page): void {
  const { status } = ctx;
  ctx.set({ ...pageHeaders(page, shell), "cache-control": "no-store" });
  ctx.body = pageText(page, shell, { reader: readerOfRequest(ctx.req), path: ctx.req.url ?? "/", csrf: undefined });
  ctx.status = status;
}
