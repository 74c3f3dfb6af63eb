import { z } from "zod";
import { html } from "#platform/html.ts";
import { pagesForm } from "#platform/http/failure-page.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import { type Page, sendPage } from "#platform/http/page.ts";
import { sha256 } from "./model/mail.ts";
import { findUnsubscribable } from "./store.ts";
import { unsubscribe } from "./unsubscribe.ts";

const params = z.object({ token: z.string().max(100) });
const FORM_BYTES_MAX = 4_096;

/**
 * `/unsubscribe/<token>`, the link of every mail in the name of a project. Programs that look at links only GET: that
 * changes nothing. A POST unsubscribes, from the page or from the mail program itself (RFC 8058); nothing of its body
 * is needed.
 */
export function unsubscribeRoutes(deps: Parameters<typeof unsubscribe>[0]): RoutesPlugin {
  const options = { config: { access: "public" }, bodyLimit: FORM_BYTES_MAX, schema: { params, hide: true } } as const;
  return pagesForm((pages) => {
    pages.addContentTypeParser(FORMS, { parseAs: "buffer", bodyLimit: FORM_BYTES_MAX }, (_request, _body, done) =>
      done(null),
    );

    pages.get("/unsubscribe/:token", options, async ({ params: { token } }, reply) => {
      const isKnown = (await findUnsubscribable(deps.db, sha256(token))) !== undefined;
      return isKnown ? sendPage(reply, ASK) : sendPage(reply, UNKNOWN, 404);
    });
    pages.post("/unsubscribe/:token", options, async ({ params: { token } }, reply) => {
      const isKnown = await unsubscribe(deps, token);
      return isKnown ? sendPage(reply, DONE) : sendPage(reply, UNKNOWN, 404);
    });
  });
}

const FORMS = ["application/x-www-form-urlencoded", "multipart/form-data"];

/** The address of each is the token. */
const ASK: Page = {
  title: "No more mails",
  isSecret: true,
  content: html`<h1>No more mails</h1>
<p>Projects that use this service then send nothing more to your address, also no money.</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button class="wide">Send me no more mails</button></form>`,
};
const DONE: Page = {
  title: "Unsubscribed",
  isSecret: true,
  content: html`<h1>Unsubscribed</h1>
<p>Projects that use this service send nothing more to your address.</p>`,
};
const UNKNOWN: Page = {
  title: "Unknown link",
  isSecret: true,
  content: html`<h1>Unknown link</h1>
<p>This link belongs to no mail of the last 90 days. Take the link of a newer mail.</p>`,
};
