import { z } from "zod";
import { AppError } from "#kernel/errors.ts";
import { decimalOf } from "#kernel/fiat.ts";
import { type Html, html } from "#platform/html.ts";
import { type BrowserDeps, browserPages } from "#platform/http/browser-form.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import { isLocal } from "#platform/http/is-local.ts";
import { sendPage } from "#platform/http/page.ts";
import { changeIdentity } from "./change-identity.ts";
import { changePayment } from "./change-payment.ts";
import type { SandboxDeps } from "./deps.ts";
import type { SandboxIdentity } from "./model/identity.ts";
import { changeOf, type PaymentCommand, type SandboxPayment } from "./model/payment.ts";
import { listPayments, listReviews } from "./store.ts";

export type SimulateDeps = SandboxDeps &
  Pick<BrowserDeps, "baseUrl"> & {
    /** Asked at each request. */
    readonly isDevelopment: () => boolean;
  };

const PATH = "/dev/ramp/sandbox";
const SHOWN_MAX = 50;

const PAYMENT_BUTTONS = [
  ["dispute", "Dispute"],
  ["win_dispute", "Win the dispute"],
  ["lose_dispute", "Lose the dispute"],
  ["succeed_refund", "Make the refund succeed"],
] as const satisfies readonly (readonly [PaymentCommand["kind"], string])[];
const REVIEW_BUTTONS = [
  ["approve", "Approve"],
  ["reject", "Reject"],
] as const;

const payment = z.object({ payment: z.string().max(64), command: z.enum(PAYMENT_BUTTONS.map(([kind]) => kind)) });
const review = z.object({ identity: z.string().max(64), command: z.enum(REVIEW_BUTTONS.map(([kind]) => kind)) });

/**
 * `/dev/ramp/sandbox`: where the operator plays the bank, and who decides identities by hand. In development alone, and for browsers on
 * this machine, as `/dev/mail`. For all others there is no such path.
 */
export function simulatePages(deps: SimulateDeps): RoutesPlugin {
  const { db, clock, isDevelopment } = deps;
  const config = { access: "public" } as const;
  return browserPages(deps, (pages) => {
    pages.addHook("onRequest", async (request) => {
      if (!isDevelopment() || !isLocal(request))
        throw new AppError("not_found", `there is no ${request.method} ${PATH}`);
    });
    pages.get(PATH, { config, schema: { hide: true } }, async ({ browser }, reply) => {
      const payments = await listPayments(db, SHOWN_MAX);
      const reviews = await listReviews(db, SHOWN_MAX);
      const content = contentOf({ payments, reviews, csrf: browser.csrf, now: clock.now() });
      return sendPage(reply, { title: "Sandbox of the on-ramp", content });
    });
    pages.post(PATH, { config, schema: { body: z.union([payment, review]), hide: true } }, async ({ body }, reply) => {
      const changed =
        "payment" in body
          ? await changePayment(deps, body.payment, { kind: body.command })
          : await changeIdentity(deps, body.identity, { kind: body.command });
      if (changed === undefined) throw new AppError("not_found", "the sandbox has nothing with this reference");
      return await reply.redirect(PATH, 303);
    });
  });
}

type Shown = {
  readonly payments: readonly SandboxPayment[];
  readonly reviews: readonly SandboxIdentity[];
  readonly csrf: string;
  readonly now: Date;
};

function contentOf({ payments, reviews, csrf, now }: Shown): Html {
  return html`<h1>Sandbox of the on-ramp</h1>
<p>Its money is made up. The newest ${SHOWN_MAX} payments.</p>
${payments.length === 0 && html`<p>None yet.</p>`}
${payments.map((payment) => paymentOf(payment, csrf, now))}
<h2>Identities in review</h2>
${reviews.length === 0 && html`<p>None.</p>`}
${reviews.map((identity) => reviewOf(identity, csrf))}`;
}

function paymentOf(payment: SandboxPayment, csrf: string, now: Date): Html {
  const { reference, purchaseId, amount, currency, state, declined, refund, dispute, createdAt } = payment;
  const buttons = PAYMENT_BUTTONS.filter(([kind]) => changeOf(payment, { kind }, now) !== undefined);
  return html`<section id="${reference}">
<h2>${decimalOf(amount)} ${currency}: ${state}</h2>
<p>${declined !== undefined && `Last card: ${declined}. `}Refund: ${refund}. Dispute: ${dispute}.</p>
<p class="soft small">Purchase ${purchaseId}, ${createdAt.toISOString()}</p>
${buttons.length > 0 && formOf("payment", reference, csrf, buttons)}
</section>
`;
}

function reviewOf({ reference, userId, createdAt }: SandboxIdentity, csrf: string): Html {
  return html`<section id="${reference}">
<p>User ${userId}, ${createdAt.toISOString()}</p>
${formOf("identity", reference, csrf, REVIEW_BUTTONS)}
</section>
`;
}

function formOf(name: string, reference: string, csrf: string, buttons: readonly (readonly [string, string])[]): Html {
  return html`<form method="post"><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="${name}" value="${reference}">
${buttons.map(([command, label]) => html`<button name="command" value="${command}">${label}</button> `)}</form>`;
}
