import { z } from "zod";
import { AppError } from "#kernel/errors.ts";
import { decimalOf } from "#kernel/fiat.ts";
import { type Html, html, htmlPage } from "#platform/html.ts";
import { pagesForm } from "#platform/http/failure-page.ts";
import { FORM_BYTES_MAX, FORM_TYPE, parseForm } from "#platform/http/form.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import { LOOK, ownPageHeaders } from "#platform/http/look.ts";
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

    pages.get(path, { config, schema: { params, hide: true } }, async ({ params: { reference } }, reply) => {
      const payment = deps.isOn() ? await findPayment(deps.db, reference) : undefined;
      if (payment === undefined) throw unknown();
      return await reply.headers(PAGE_HEADERS).send(payment.state === "requires_action" ? asking(payment) : DONE);
    });
    pages.post(path, { config, schema: { params, body: form, hide: true } }, async ({ params, body }, reply) => {
      if (!deps.isOn()) throw unknown();
      const { answer } = body;
      const payment = await changePayment(deps, params.reference, { kind: answer === "close" ? "advance" : answer });
      if (payment === undefined) throw unknown();
      return await reply.headers(PAGE_HEADERS).send(DONE);
    });
  });
}

function asking({ amount, currency, description, card }: SandboxPayment): string {
  const content: Html = html`<h1>Is this payment yours?</h1>
<p>${description}: ${decimalOf(amount)} ${currency}${card && ` with the card that ends in ${card.last4}`}.</p>
<p>This is the sandbox: no bank asks, and no money moves.</p>
<form method="post">
<button name="answer" value="approve">Approve</button>
<button name="answer" value="fail">Fail</button>
<button name="answer" value="close">Close</button>
</form>`;
  return htmlPage("Confirm the payment", STYLE, content);
}

const DONE = htmlPage("Done", STYLE, html`<h1>You can close this window</h1>`);

function unknown(): AppError {
  return new AppError("not_found", "the sandbox has no such payment");
}
