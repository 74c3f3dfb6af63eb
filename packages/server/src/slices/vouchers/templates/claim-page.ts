import { msats, sats } from "#kernel/money.ts";
import { plainLine } from "#kernel/plain-line.ts";
import { momentText, satText } from "#kernel/readable.ts";
import { type Html, html } from "#platform/html.ts";
import type { NotTaken } from "../model/not-taken.ts";
import type { Voucher } from "../model/voucher.ts";
import type { PayoutRange } from "../model/withdraw-offer.ts";

/** What is shown of a voucher or a withdrawal request to the person who has its link. */
export type ClaimView = {
  readonly voucher: Pick<Voucher, "amount" | "description" | "expiresAt" | "state">;
  /** The project that pays, or the user's gamertag. */
  readonly sender: string;
  /** What a wallet may ask for; undefined when nothing can be paid out over Lightning. */
  readonly range: PayoutRange | undefined;
  /** What it is worth in US dollars, with two decimals; undefined when there is no price. */
  readonly worth: { readonly dollars: string; readonly isMadeUp: boolean } | undefined;
  readonly lnurl: { readonly text: string; readonly uri: string; readonly code: Html };
  /** How an account of this service takes it; undefined when none can. */
  readonly account: AccountWay | undefined;
  /** The account of the person who looks has it. */
  readonly isYours: boolean;
  /** Why the press has taken nothing. */
  readonly notTaken: NotTaken | undefined;
};

export type AccountWay =
  /** `path`: where the browser logs in, and comes back. */
  | { readonly kind: "logged_out"; readonly path: string }
  | { readonly kind: "blocked" }
  /** `address`: of the form; `csrf`: its token. */
  | { readonly kind: "user"; readonly gamertag: string; readonly address: string; readonly csrf: string };

export const TITLE = "Money for you";

const NAME_CHARACTERS_MAX = 60;
const DESCRIPTION_CHARACTERS_MAX = 150;

/** After the style of all pages. */
export const CLAIM_STYLE = `
.frame h1 { margin: 0; font-size: var(--text-6) }
.frame h2 { margin: var(--space-7) 0 var(--space-1); font-size: var(--text-3) }
.frame p { margin: var(--space-2) 0 }
.frame .own { margin: var(--space-8) 0 0; padding-top: var(--space-3); border-top: 1px solid var(--line); font-size: var(--text-2); color: var(--soft) }
.sign { display: block; width: 4rem; height: 4rem; margin: var(--space-4) 0; color: var(--soft) }
.sign.check { color: var(--get) }
blockquote { margin: var(--space-4) 0; padding: var(--space-1) 0 var(--space-1) var(--space-4); border-left: 3px solid var(--line); overflow-wrap: anywhere }
.way { display: block; width: 100%; margin: var(--space-5) 0 0; padding: var(--space-3) var(--space-4); border: 1px solid var(--accent-line); border-radius: 8px;
  background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer }
.way.second { border-color: var(--soft); background: var(--ground); color: var(--ink) }
.frame .way + p { margin-top: var(--space-1); font-size: var(--text-2) }
.frame .alert { margin: var(--space-5) 0; padding: var(--space-2) var(--space-4); border: 1px solid var(--bad); border-radius: 8px; color: var(--bad) }
figure { margin: var(--space-5) 0 }
figcaption { margin-bottom: var(--space-2); text-align: center }
.qr { display: block; width: 100%; max-width: 19rem; margin: 0 auto; border: 1px solid var(--line); border-radius: 8px }
.frame .copy { display: flex; gap: var(--space-2); max-width: 19rem; margin: var(--space-3) auto 0 }
.copy input { flex: 1; min-width: 0; padding: var(--space-2) var(--space-2); font: var(--text-1) var(--mono); color: var(--ink); background: var(--raised);
  border: 1px solid var(--line); border-radius: 6px }
.copy button { padding: var(--space-2) var(--space-4); font: inherit; font-size: var(--text-2); color: var(--ink); background: var(--ground);
  border: 1px solid var(--line); border-radius: 6px; cursor: pointer }
`;

/** Before the script has its first answer, and where none runs. */
export const CLAIM_BEGIN = html`<h1>${TITLE}</h1>
<noscript><p>This page needs JavaScript. What stands behind the # of its address opens the money, and without a script your browser does not send that part.</p>
<p>Turn JavaScript on for this page, or open the link in another browser.</p></noscript>`;

export const CLAIM_FAILED = html`<h1>No answer</h1>
<p>The service does not answer at the moment. This page tries again by itself.</p>`;

export const CLAIM_UNKNOWN = html`<h1>Unknown link</h1>
<p>No money belongs to this link. Check that all of it was copied: it ends in 22 characters behind a #.</p>`;

export const CLAIM_TOO_MANY = html`<h1>Too many unknown links</h1>
<p>Many links that belong to no money were opened from your network. Try again in an hour. A right link works all the same.</p>`;

/** At the foot of each state: whose page this is. */
export const claimFoot = (host: string): Html =>
  html`<p class="own">This page belongs to <strong>${host}</strong>.</p>`;

/** What the page shows in the state that the voucher is in. */
export function claimContent(view: ClaimView): Html {
  const { state, amount, expiresAt } = view.voucher;
  switch (state.kind) {
    case "open":
      return openContent(view);
    case "claiming":
      return withMark("clock", {
        title: `${satText(state.claim.amount)} on the way`,
        what: html`The money is being paid to a wallet. There is nothing to do: this page shows when it has arrived.`,
        view,
      });
    case "redeemed":
      if (view.isYours) return yoursContent(view);
      return withMark("check", {
        title: `${satText(state.claim?.amount ?? amount)} taken`,
        what: html`On ${momentText(state.at)}. If that was you, the money is in your wallet; if it was not, ask its sender.`,
        view,
      });
    case "revoked":
      return withMark("back", {
        title: `${satText(amount)} taken back`,
        what: html`By the sender, on ${momentText(state.at)}. If you still expect this money, ask its sender for a new link.`,
        view,
      });
    case "expired":
      return withMark("clock", {
        title: `${satText(amount)} expired`,
        what: html`This could be taken until ${momentText(expiresAt)}, and the money is with its sender. If you still expect it, ask its sender for a new link.`,
        view,
      });
  }
}

function yoursContent(view: ClaimView): Html {
  const { amount } = view.voucher;
  return html`${withMark("check", {
    title: `${satText(amount)} ${amount === sats(1n) ? "is" : "are"} in your account`,
    what: html`Your account shows it, and sends it to any Lightning wallet when you want it.`,
    view,
  })}
<a class="way second" href="/account">Go to your account</a>`;
}

type Said = { readonly title: string; readonly what: Html; readonly view: ClaimView };

function withMark(mark: keyof typeof MARKS, { title, what, view }: Said): Html {
  return html`<svg class="sign ${mark}" aria-hidden="true" viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"><path d="${MARKS[mark]}"/></svg>
<h1>${title}</h1>
<p>${what}</p>
${fromWhom(view)}`;
}

const CIRCLE = "M24 3a21 21 0 1 0 0 42a21 21 0 1 0 0-42";
/** As paths of 48 by 48. */
const MARKS = {
  check: `${CIRCLE}M14 25l7 7l13-15`,
  back: `${CIRCLE}M34 24H15M23 15l-9 9l9 9`,
  clock: `${CIRCLE}M24 13v12l8 5`,
} as const;

function openContent(view: ClaimView): Html {
  const { voucher, range, worth, account, notTaken } = view;
  return html`<h1>${satText(voucher.amount)}</h1>
${range !== undefined && whatArrives(view, range)}
${worth !== undefined && html`<p class="soft">${worthText(worth)}</p>`}
${fromWhom(view)}
${notTaken !== undefined && html`<p class="alert" role="alert">${whyNotTaken(notTaken)}</p>`}
${waysToTake(view)}
<p>Take it before <strong>${momentText(voucher.expiresAt)}</strong>. Afterwards it goes back to the sender.</p>
${(range !== undefined || account !== undefined) && whatItIs(range !== undefined)}`;
}

function whatArrives({ voucher: { amount } }: ClaimView, { max }: PayoutRange): Html {
  const keptBack = msats(amount - max);
  if (keptBack === 0n) return html`<p>A Lightning wallet gets all of it.</p>`;
  return html`<p>A Lightning wallet gets ${satText(max)}; ${satText(keptBack)} are kept back for the route, and what it does not need returns to the sender.</p>`;
}

/** "about $1,234.50". */
function worthText({ dollars, isMadeUp }: NonNullable<ClaimView["worth"]>): string {
  const grouped = dollars.replaceAll(/\B(?=(?:\d{3})+\.)/g, ",");
  const about = dollars === "0.00" ? "less than $0.01" : `about $${grouped}`;
  return isMadeUp ? `${about} at the made-up price of this test network` : about;
}

function whyNotTaken(notTaken: NotTaken): string {
  switch (notTaken.kind) {
    case "logged_out":
      return "Nothing was taken: you are no longer logged in. Log in and press again.";
    case "blocked":
      return "Nothing was taken: your account is blocked.";
    case "withdrawal":
      return "Nothing was taken: only a Lightning wallet can take this.";
    case "paused":
      return "Nothing was taken: the service has paused payments. Try again in a minute.";
    case "over_max_balance":
      return `Nothing was taken: at its level your account may hold ${satText(notTaken.headroom)} more.`;
  }
}

const whatItIs = (isForWallets: boolean): Html => html`<h2>What is this?</h2>
<p class="soft">It is bitcoin: 100,000,000 sat are one bitcoin.${isForWallets && " Any Lightning wallet can take it; app stores have many that are free."}</p>
<p class="soft">The link of this page is like cash: anyone who has it can take the money.</p>`;

function fromWhom({ sender, voucher }: ClaimView): Html {
  const description = plainLine(voucher.description, DESCRIPTION_CHARACTERS_MAX);
  return html`<p>From <strong><bdi>${plainLine(sender, NAME_CHARACTERS_MAX)}</bdi></strong></p>
${description !== "" && html`<blockquote dir="auto">${description}</blockquote>`}`;
}

/** Who is logged in gets the account's button first. */
function waysToTake({ lnurl, range, account }: ClaimView): Html {
  const isFirst = account?.kind === "user" || range === undefined;
  const intoAccount = account && accountWay(account, isFirst);
  if (range === undefined)
    return html`<p>This is too small to be paid out over Lightning.${account === undefined && " Ask its sender."}</p>
${intoAccount}`;
  return html`${isFirst && intoAccount}
<a class="way${isFirst && " second"}" href="${lnurl.uri}">Open in a wallet on this device</a>
${!isFirst && intoAccount}
<figure>
<figcaption>Or scan this with a Lightning wallet</figcaption>
${lnurl.code}
</figure>
<p class="copy"><input id="lnurl" readonly aria-label="LNURL" value="${lnurl.text}"><button type="button" data-copy="lnurl">Copy</button></p>`;
}

function accountWay(account: AccountWay, isFirst: boolean): Html {
  const look = isFirst ? "way" : "way second";
  switch (account.kind) {
    case "logged_out":
      return html`<a class="${look}" href="${account.path}" data-keep>Take it into your account here</a>
<p class="soft">Log in, or sign up with an e-mail address; then you come back to this page. An account gets all of it.</p>`;
    case "blocked":
      return html`<p class="soft">Your account here is blocked and cannot take it.</p>`;
    case "user":
      return html`<p class="alert" role="alert" data-unsent hidden>That did not work. Press again, or load this page again.</p>
<button type="button" class="${look}" data-send="${account.address}" data-csrf="${account.csrf}">Take it into your account here</button>
<p class="soft">You are logged in as <bdi>${account.gamertag}</bdi>. Your account gets all of it.</p>`;
  }
}
