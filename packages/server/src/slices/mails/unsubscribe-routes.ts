import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Html, html } from "#platform/html.ts";
import { pagesForm } from "#platform/http/failure-page.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import { sendPage } from "#platform/http/page.ts";
import { readerOfRequest } from "#platform/http/reader-of-request.ts";
import type { Reader } from "#texts/reader.ts";
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

    pages.get("/unsubscribe/:token", options, async (request, reply) => {
      const isKnown = (await findUnsubscribable(deps.db, sha256(request.params.token))) !== undefined;
      return show(request, reply, { isKnown, shows: asking });
    });
    pages.post("/unsubscribe/:token", options, async (request, reply) => {
      const isKnown = await unsubscribe(deps, request.params.token);
      return show(request, reply, { isKnown, shows: done });
    });
  });
}

const FORMS = ["application/x-www-form-urlencoded", "multipart/form-data"];

type PageFor = (reader: Reader) => { readonly title: string; readonly content: Html };

/** `isKnown`: some mail has the link. The address of each page is the token. */
function show(request: FastifyRequest, reply: FastifyReply, page: { isKnown: boolean; shows: PageFor }): FastifyReply {
  const { title, content } = (page.isKnown ? page.shows : unknown)(readerOfRequest(request));
  const shown = {
    title,
    isSecret: true,
    content: html`<h1>${title}</h1>
${content}`,
  };
  return sendPage(reply, shown, page.isKnown ? 200 : 404);
}

const asking: PageFor = (reader) => ({
  title: reader.text("unsubscribe_title"),
  content: html`<p>${reader.text("unsubscribe_what")}</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button class="wide">${reader.text("unsubscribe_button")}</button></form>`,
});

const done: PageFor = (reader) => ({
  title: reader.text("unsubscribe_done_title"),
  content: html`<p>${reader.text("unsubscribe_done_what")}</p>`,
});

const unknown: PageFor = (reader) => ({
  title: reader.text("unsubscribe_unknown_title"),
  content: html`<p>${reader.text("unsubscribe_unknown_what")}</p>`,
});
