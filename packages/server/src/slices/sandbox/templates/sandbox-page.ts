import { cardText } from "#kernel/card-brand.ts";
import { decimalOf } from "#kernel/fiat.ts";
import { type Html, html } from "#platform/html.ts";
import type { SandboxIdentity } from "../model/identity.ts";
import { changeOf, type PaymentCommand, type SandboxPayment } from "../model/payment.ts";

type Button<Command extends string, Thing> = {
  readonly command: Command;
  readonly label: string;
  /** What happens then. */
  readonly meaning: string;
  readonly look?: "second" | "danger";
  /** Said when it has happened. */
  readonly done: string;
  isDone(thing: Thing): boolean;
};

export const PAYMENT_BUTTONS = [
  {
    command: "dispute",
    label: "Open a dispute",
    meaning: "The customer tells the bank that the payment was not theirs. The person may not buy any more.",
    look: "second",
    done: "The dispute is open.",
    isDone: ({ dispute }) => dispute === "open",
  },
  {
    command: "win_dispute",
    label: "Win the dispute",
    meaning: "The bank decides for you, and the money stays with you.",
    look: "second",
    done: "You have won the dispute.",
    isDone: ({ dispute }) => dispute === "won",
  },
  {
    command: "lose_dispute",
    label: "Lose the dispute",
    meaning: "The bank decides for its customer, who gets the money back.",
    look: "danger",
    done: "You have lost the dispute.",
    isDone: ({ dispute }) => dispute === "lost",
  },
  {
    command: "succeed_refund",
    label: "Let the refund arrive",
    meaning: "A refund that has failed, or is under way, reaches the customer.",
    look: "second",
    done: "The refund has arrived.",
    isDone: ({ refund }) => refund === "succeeded",
  },
] as const satisfies readonly Button<PaymentCommand["kind"], SandboxPayment>[];

export const IDENTITY_BUTTONS = [
  {
    command: "approve",
    label: "Approve",
    meaning: "The person is verified, and the purchase goes on.",
    done: "The identity is approved.",
    isDone: ({ state }) => state === "approved",
  },
  {
    command: "reject",
    label: "Reject",
    meaning: "The person may buy only what needs no identity.",
    look: "danger",
    done: "The identity is rejected.",
    isDone: ({ state }) => state === "rejected",
  },
] as const satisfies readonly Button<string, SandboxIdentity>[];

type AnyButton = Button<string, never>;

export type SandboxPage = {
  /** Newest first. */
  readonly payments: readonly SandboxPayment[];
  /** Oldest first. */
  readonly identities: readonly SandboxIdentity[];
  /** The most that is shown of each. */
  readonly shownMax: number;
  readonly csrf: string;
  readonly now: Date;
  /** What became of the last press. */
  readonly said: { readonly kind: "good" | "bad"; readonly text: string } | undefined;
};

/** Where the operator plays the bank, and who decides identities by hand. */
export function sandboxPage({ payments, identities, shownMax, csrf, now, said }: SandboxPage): Html {
  return html`<h1>On-ramp sandbox</h1>
<p>Here you are the bank, and you decide about identities. All money is made up.</p>
${said && html`<p class="notice ${said.kind}" role="${said.kind === "bad" ? "alert" : "status"}">${said.text}</p>`}
<p><a class="button second" href="?">Refresh</a></p>
<section class="card" aria-labelledby="identities">
<h2 id="identities">Identities to decide</h2>
${identities.length === 0 && html`<p class="soft">None. Buy for more than needs an identity, with the surname Review, and the person waits here.</p>`}
${identities.length > 0 && html`<ul class="rows">${identities.map((identity) => identityOf(identity, csrf))}</ul>${legendOf(IDENTITY_BUTTONS)}`}
</section>
<section class="card" aria-labelledby="payments">
<h2 id="payments">Payments</h2>
${payments.length === 0 && html`<p class="soft">None yet. <a href="/dev/ramp">Buy something in the demo</a>: the payment appears here with the page of its card.</p>`}
${payments.length === shownMax && html`<p class="soft small">The newest ${shownMax}.</p>`}
${payments.length > 0 && html`<ul class="rows">${payments.map((payment) => paymentOf(payment, csrf, now))}</ul>${legendOf(PAYMENT_BUTTONS)}`}
</section>`;
}

function identityOf({ reference, userId, createdAt }: SandboxIdentity, csrf: string): Html {
  return html`<li id="${reference}">
<div><p><strong>Somebody with the surname Review</strong></p>
<p class="soft small">User ${userId}, ${timeOf(createdAt)}</p></div>
${formOf({ kind: "identity", reference, about: `user ${userId}` }, csrf, IDENTITY_BUTTONS)}
</li>
`;
}

function paymentOf(payment: SandboxPayment, csrf: string, now: Date): Html {
  const { reference, purchaseId, email, card, createdAt } = payment;
  const amount = `${decimalOf(payment.amount)} ${payment.currency}`;
  const buttons = PAYMENT_BUTTONS.filter(({ command }) => changeOf(payment, { kind: command }, now) !== undefined);
  return html`<li id="${reference}">
<div><p><strong>${amount}</strong> ${marksOf(payment)}</p>
<p class="soft small">${card ? cardText(card) : "No card"}, ${email}</p>
<p class="soft small">Purchase ${purchaseId}, ${timeOf(createdAt)}</p></div>
${buttons.length > 0 && formOf({ kind: "payment", reference, about: `${amount} of ${email}` }, csrf, buttons)}
</li>
`;
}

type Look = "good" | "bad" | "soft";

const STATES = {
  waiting: ["waits for a card", "soft"],
  requires_action: ["the bank asks", "soft"],
  authorized: ["authorized", "soft"],
  captured: ["paid", "good"],
  canceled: ["given up", "soft"],
} as const satisfies Readonly<Record<SandboxPayment["state"], readonly [string, Look]>>;
const DECLINES = {
  card_declined: "card declined",
  insufficient_funds: "not enough funds",
  authentication_failed: "refused at the bank",
} as const satisfies Readonly<Record<NonNullable<SandboxPayment["declined"]>, string>>;
const REFUNDS = {
  none: undefined,
  pending: ["refund under way", "soft"],
  succeeded: ["refunded", "soft"],
  failed: ["refund failed", "bad"],
} as const satisfies Readonly<Record<SandboxPayment["refund"], readonly [string, Look] | undefined>>;
const DISPUTES = {
  none: undefined,
  open: ["disputed", "bad"],
  won: ["dispute won", "good"],
  lost: ["dispute lost", "bad"],
} as const satisfies Readonly<Record<SandboxPayment["dispute"], readonly [string, Look] | undefined>>;

function marksOf({ state, declined, refund, dispute }: SandboxPayment): readonly Html[] {
  const decline = declined && ([DECLINES[declined], "bad"] as const);
  return [STATES[state], decline, REFUNDS[refund], DISPUTES[dispute]]
    .filter((mark) => mark !== undefined)
    .map(([text, look]) => html`<span class="mark ${look}">${text}</span> `);
}

type Subject = { readonly kind: "payment" | "identity"; readonly reference: string; readonly about: string };

function formOf({ kind, reference, about }: Subject, csrf: string, buttons: readonly AnyButton[]): Html {
  return html`<form method="post" action="?"><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="${kind}" value="${reference}">
<span class="actions">${buttons.map(({ command, label, look }) => html`<button class="${look ?? ""}" name="command" value="${command}" aria-label="${label}: ${about}">${label}</button>`)}</span></form>`;
}

function legendOf(buttons: readonly AnyButton[]): Html {
  return html`<details class="small"><summary>What the buttons do</summary>
<ul>${buttons.map(({ label, meaning }) => html`<li><strong>${label}:</strong> ${meaning}</li>`)}</ul></details>`;
}

/** To the minute, in UTC. */
function timeOf(moment: Date): Html {
  const iso = moment.toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace("T", " ")} UTC</time>`;
}
