import { z } from "zod";
import type { Reader } from "#texts/reader.ts";
import { type Html, html } from "../html.ts";
import { pagesForm } from "./failure-page.ts";
import type { RoutesPlugin } from "./index.ts";
import { sendPage } from "./page.ts";
import { readerOfRequest } from "./reader-of-request.ts";

const params = z.object({ token: z.string().max(100) });
const FORM_BYTES_MAX = 4_096;
const FORMS = ["application/x-www-form-urlencoded", "multipart/form-data"];

type Words = (reader: Reader) => { readonly title: string; readonly what: string };

/** A link that ends mails, and what it ends. */
export type OneClick = {
  /** Before the token. */
  readonly path: `/${string}/`;
  /** Whether the token is of some mail. Changes nothing. */
  isKnown(token: string): Promise<boolean>;
  /** Ends them; false: the token is of no mail. */
  end(token: string): Promise<boolean>;
  readonly words: { readonly asking: Words; readonly ended: Words; readonly unknown: Words };
};

/**
 * The link in a mail that ends mails of its kind. Programs that look at links only GET: that changes nothing. A POST
 * ends them, from the page or from the mail program itself (RFC 8058), also of a browser that is not logged in; nothing
 * of its body is needed.
 */
export function oneClickPages({ path, isKnown, end, words }: OneClick): RoutesPlugin {
  const options = { config: { access: "public" }, bodyLimit: FORM_BYTES_MAX, schema: { params, hide: true } } as const;
  return pagesForm((pages) => {
    pages.addContentTypeParser(FORMS, { parseAs: "buffer", bodyLimit: FORM_BYTES_MAX }, (_request, _body, done) =>
      done(null),
    );
    pages.get(`${path}:token`, options, async (request, reply) => {
      const reader = readerOfRequest(request);
      if (!(await isKnown(request.params.token))) return sendPage(reply, pageOf(reader, words.unknown), 404);
      return sendPage(reply, pageOf(reader, words.asking, formOf(reader)));
    });
    pages.post(`${path}:token`, options, async (request, reply) => {
      const reader = readerOfRequest(request);
      if (!(await end(request.params.token))) return sendPage(reply, pageOf(reader, words.unknown), 404);
      return sendPage(reply, pageOf(reader, words.ended));
    });
  });
}

/** The address of each page is the token. */
function pageOf(reader: Reader, words: Words, form: Html = html``) {
  const { title, what } = words(reader);
  return {
    title,
    isSecret: true,
    content: html`<h1>${title}</h1>
<p>${what}</p>
${form}`,
  };
}

function formOf(reader: Reader): Html {
  return html`<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button class="wide">${reader.text("unsubscribe_button")}</button></form>`;
}
