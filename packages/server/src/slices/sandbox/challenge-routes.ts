import { z } from "zod";
import { AppError } from "#kernel/errors.ts";
import { decimalOf } from "#kernel/fiat.ts";
import { type Html, html, htmlDocument } from "#platform/html.ts";
import { pagesForm } from "#platform/http/failure-page.ts";
import { FORM_BYTES_MAX, FORM_TYPE, parseForm } from "#platform/http/form.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import { LOOK, ownPageHeaders } from "#platform/http/look.ts";
import { readerOfRequest } from "#platform/http/reader-of-request.ts";
import type { Reader } from "#texts/reader.ts";
import { changePayment } from "./change-payment.ts";
import type { IsOn, SandboxDeps } from "./deps.ts";
import type { SandboxPayment } from "./model/payment.ts";
import { findPayment } from "./store.ts";

const STYLE = `${LOOK}
body { max-width: 480px; margin: 0 auto; padding: var(--space-6) var(--space-5) }
button { margin: 0 var(--space-2) var(--space-3) 0; padding: var(--space-3) var(--space-5); border: 1px solid var(--line); border-radius: 8px; background: none; color: inherit; font: inherit; font-weight: 600 }
button[value=approve] { border-color: var(--accent); background: var(--accent); color: var(--on-accent) }`;

/** A bank's page opens in a window of its own: no page may frame it. */
const PAGE_HEADERS = ownPageHeaders({ style: STYLE, posts: true });

const params = z.object({ reference: z.string().max(64) });
const form = z.object({ answer: z.enum(["approve", "fail", "close"]) });

/**
 * The page on which a bank asks its customer whether the payment is theirs (3-D Secure). The reference in the path is
 * the credential.
 */
export function challengePages(deps: SandboxDeps & IsOn): RoutesPlugin {
  const path = "/ramp/sandbox/payments/:reference/challenge";
  const config = { access: "public" } as const;
  return pagesForm((pages) => {
    pages.addContentTypeParser(FORM_TYPE, { parseAs: "buffer", bodyLimit: FORM_BYTES_MAX }, (_request, bytes, done) => {
      try {
        done(null, parseForm(bytes as Buffer));
      } catch (error) {
        done(error as Error);
      }
    });

    pages.get(path, { config, schema: { params, hide: true } }, async (request, reply) => {
      const { reference } = request.params;
      const reader = readerOfRequest(request);
      const payment = deps.isOn() ? await findPayment(deps.db, reference) : undefined;
      if (payment === undefined) throw unknown();
      return await reply
        .headers(PAGE_HEADERS)
        .send(payment.state === "requires_action" ? asking(reader, payment) : done(reader));
    });
    pages.post(path, { config, schema: { params, body: form, hide: true } }, async (request, reply) => {
      if (!deps.isOn()) throw unknown();
      const { params, body } = request;
      const { answer } = body;
      const payment = await changePayment(deps, params.reference, { kind: answer === "close" ? "advance" : answer });
      if (payment === undefined) throw unknown();
      return await reply.headers(PAGE_HEADERS).send(done(readerOfRequest(request)));
    });
  });
}

function asking(reader: Reader, { amount, currency, card }: SandboxPayment): string {
  const worth = reader.fiat(decimalOf(amount), currency);
  const title = reader.text("bank_title");
  return page(reader, {
    title,
    content: html`<h1>${title}</h1>
<p>${card === undefined ? worth : reader.text("bank_payment", { amount: worth, digits: card.last4 })}</p>
<p>${reader.text("bank_sandbox")}</p>
<form method="post">
<button name="answer" value="approve">${reader.text("bank_approve")}</button>
<button name="answer" value="fail">${reader.text("bank_fail")}</button>
<button name="answer" value="close">${reader.text("bank_close")}</button>
</form>`,
  });
}

function done(reader: Reader): string {
  const title = reader.text("bank_done");
  return page(reader, { title, content: html`<h1>${title}</h1>` });
}

function page({ language }: Reader, { title, content }: { readonly title: string; readonly content: Html }): string {
  const body = html`<main>
${content}
</main>`;
  return htmlDocument({ language, title, style: STYLE, body });
}

function unknown(): AppError {
  return new AppError("not_found", "the sandbox has no such payment");
}
