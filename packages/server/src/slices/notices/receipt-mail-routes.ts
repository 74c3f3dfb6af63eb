import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Html, html } from "#platform/html.ts";
import { pagesForm } from "#platform/http/failure-page.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import { sendPage } from "#platform/http/page.ts";
import { readerOfRequest } from "#platform/http/reader-of-request.ts";
import type { Reader } from "#texts/reader.ts";
import { findUser, type User } from "#users";
import { type EndReceiptMailsDeps, endReceiptMails } from "./end-receipt-mails.ts";
import { isStopToken, type Mac, userOfToken } from "./model/stop-link.ts";

export type ReceiptMailRoutesDeps = EndReceiptMailsDeps & { readonly mac: Mac };

const params = z.object({ token: z.string().max(100) });
const FORM_BYTES_MAX = 4_096;
const FORMS = ["application/x-www-form-urlencoded", "multipart/form-data"];

/**
 * `/mails/received/<token>`: the link of each mail that says that money has arrived. A GET changes nothing: programs
 * that look at links only GET. A POST ends these mails, from the page or from the mail program itself (RFC 8058), also
 * of a browser that is not logged in; nothing of its body is needed.
 */
export function receiptMailRoutes(deps: ReceiptMailRoutesDeps): RoutesPlugin {
  const options = { config: { access: "public" }, bodyLimit: FORM_BYTES_MAX, schema: { params, hide: true } } as const;
  return pagesForm((pages) => {
    pages.addContentTypeParser(FORMS, { parseAs: "buffer", bodyLimit: FORM_BYTES_MAX }, (_request, _body, done) =>
      done(null),
    );
    pages.get("/mails/received/:token", options, async (request, reply) => {
      const user = await userOf(deps, request.params.token);
      return show(request, reply, user && asking);
    });
    pages.post("/mails/received/:token", options, async (request, reply) => {
      const user = await userOf(deps, request.params.token);
      if (user !== undefined) await endReceiptMails(deps, user.id);
      return show(request, reply, user && ended);
    });
  });
}

async function userOf({ db, mac }: ReceiptMailRoutesDeps, token: string): Promise<User | undefined> {
  const id = userOfToken(token);
  const user = id && (await findUser(db, id));
  return user !== undefined && isStopToken(mac, token, user) ? user : undefined;
}

type PageFor = (reader: Reader) => { readonly title: string; readonly content: Html };

/** `found`: undefined for a link that is nobody's. The address of each page is the token. */
function show(request: FastifyRequest, reply: FastifyReply, found: PageFor | undefined): FastifyReply {
  const { title, content } = (found ?? unknown)(readerOfRequest(request));
  const shown = {
    title,
    isSecret: true,
    content: html`<h1>${title}</h1>
${content}`,
  };
  return sendPage(reply, shown, found === undefined ? 404 : 200);
}

const asking: PageFor = (reader) => ({
  title: reader.text("received_stop"),
  content: html`<p>${reader.text("received_stop_what")}</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button class="wide">${reader.text("unsubscribe_button")}</button></form>`,
});

const ended: PageFor = (reader) => ({
  title: reader.text("received_stopped"),
  content: html`<p>${reader.text("received_stopped_what")}</p>`,
});

const unknown: PageFor = (reader) => ({
  title: reader.text("unsubscribe_unknown_title"),
  content: html`<p>${reader.text("received_unknown_what")}</p>`,
});
