import type { Support } from "#kernel/branding.ts";
import { msats } from "#kernel/money.ts";
import { plainLine } from "#kernel/plain-line.ts";
import { type Html, html, timeOf } from "#platform/html.ts";
import type { Reader } from "#texts/reader.ts";
import type { NotTaken } from "../model/not-taken.ts";
import type { Voucher } from "../model/voucher.ts";
import type { PayoutRange } from "../model/withdraw-offer.ts";

/** What is shown of a voucher or a withdrawal request to the person who has its link. */
export type ClaimView = {
  readonly reader: Reader;
  readonly voucher: Pick<Voucher, "amount" | "description" | "expiresAt" | "state">;
  /** The project that pays, or the user's gamertag. */
  readonly sender: string;
  /** What a wallet may ask for; undefined when nothing can be paid out over Lightning. */
  readonly range: PayoutRange | undefined;
  /** What it is worth in US dollars, with two decimals; undefined when there is no price. */
  readonly worth: { readonly dollars: string; readonly isMadeUp: boolean } | undefined;
  readonly lnurl: { readonly copy: Html; readonly uri: string; readonly code: Html };
  /** How an account of this service takes it; undefined when none can. */
  readonly account: AccountWay | undefined;
  /** The account of the person who looks has it; `path`: of the page that shows it. */
  readonly yours: { readonly path: string } | undefined;
  /** The service sends nothing now. */
  readonly isPaused: boolean;
  /** Where people ask. */
  readonly support: Support | undefined;
  /** Why the press has taken nothing. */
  readonly notTaken: NotTaken | undefined;
};

export type AccountWay =
  /** `path`: where the browser logs in, and comes back. */
  | { readonly kind: "logged_out"; readonly path: string }
  | { readonly kind: "blocked" }
  /** `address`: of the form; `csrf`: its token. */
  | { readonly kind: "user"; readonly gamertag: string; readonly address: string; readonly csrf: string };

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
.frame .pause { margin: var(--space-5) 0; padding: var(--space-2) var(--space-4); border: 1px solid var(--line); border-radius: 8px; background: var(--raised) }
.language[hidden] { display: none }
figure { margin: var(--space-5) 0 }
figcaption { margin-bottom: var(--space-2); text-align: center }
.qr { display: block; width: 100%; max-width: 19rem; margin: 0 auto; border: 1px solid var(--line); border-radius: 8px }
.frame .copy { max-width: 19rem; margin: var(--space-3) auto 0 }
`;

/** What the page shows beside the states of a voucher. */
export type ClaimTexts = {
  readonly title: string;
  /** Before the script has its first answer, and where none runs. */
  readonly begin: Html;
  readonly failed: Html;
  readonly unknown: Html;
  readonly tooMany: Html;
};

export function claimTexts(reader: Reader): ClaimTexts {
  const title = reader.text("claim_title");
  return {
    title,
    begin: html`<h1>${title}</h1>
<noscript><p>${reader.text("claim_script_why")}</p>
<p>${reader.text("claim_script_allow")}</p></noscript>`,
    failed: html`<h1>${reader.text("claim_failed_title")}</h1>
<p>${reader.text("claim_failed_what")}</p>`,
    unknown: html`<h1>${reader.text("claim_unknown_title")}</h1>
<p>${reader.text("claim_unknown_what")}</p>`,
    tooMany: html`<h1>${reader.text("claim_too_many_title")}</h1>
<p>${reader.text("claim_too_many_what")}</p>`,
  };
}

/** At the foot of each state: whose page this is, and `choice` of its language. */
export function claimFoot(reader: Reader, { host, choice }: { readonly host: string; readonly choice: Html }): Html {
  return html`<div class="own"><p>${reader.parts("claim_foot", { host: html`<strong>${host}</strong>` })}</p>
${choice}</div>`;
}

/** What the page shows in the state that the voucher is in. */
export function claimContent(view: ClaimView): Html {
  const { reader } = view;
  const { state, amount, expiresAt } = view.voucher;
  const sat = (of: typeof amount) => ({ amount: reader.sat(of) });
  switch (state.kind) {
    case "open":
      return openContent(view);
    case "claiming":
      return withMark("clock", {
        title: reader.text("claim_on_way_title", sat(state.claim.amount)),
        what: reader.text("claim_on_way_what"),
        view,
      });
    case "redeemed":
      if (view.yours !== undefined) return yoursContent(view, view.yours);
      return withMark("check", {
        title: reader.text("claim_redeemed_title", sat(state.claim?.amount ?? amount)),
        what: reader.parts("claim_redeemed_what", { time: timeOf(state.at, view.reader) }),
        view,
      });
    case "revoked":
      return withMark("back", {
        title: reader.text("claim_revoked_title", sat(amount)),
        what: reader.parts("claim_revoked_what", { time: timeOf(state.at, view.reader) }),
        view,
      });
    case "expired":
      return withMark("clock", {
        title: reader.text("claim_expired_title", sat(amount)),
        what: reader.parts("claim_expired_what", { time: timeOf(expiresAt, view.reader) }),
        view,
      });
  }
}

function yoursContent(view: ClaimView, { path }: { readonly path: string }): Html {
  const { reader, voucher } = view;
  return html`${withMark("check", {
    title: reader.text("claim_yours_title", { amount: reader.sat(voucher.amount) }),
    what: reader.text("claim_yours_what"),
    view,
  })}
<a class="way second" href="${path}">${reader.text("claim_yours_go")}</a>`;
}

type Said = {
  readonly title: string;
  readonly what: string | readonly (string | Html)[];
  readonly view: ClaimView;
};

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

/** First what it is and from whom, then the ways to get it; what a way costs is said beside it. */
function openContent(view: ClaimView): Html {
  const { reader, voucher, worth, notTaken, isPaused } = view;
  const until = html`<strong>${timeOf(voucher.expiresAt, view.reader)}</strong>`;
  return html`<h1>${reader.text("claim_title_open", { amount: reader.sat(voucher.amount) })}</h1>
<p class="soft">${worth === undefined ? reader.text("claim_is") : reader.text("claim_is_worth", { worth: worthText(reader, worth) })}</p>
${fromWhom(view)}
${notTaken !== undefined && html`<p class="alert" role="alert">${whyNotTaken(reader, notTaken)}</p>`}
${isPaused ? pausedNotice(view) : waysToGet(view)}
<p>${reader.parts("claim_until", { time: until })}</p>
${whatItIs(view)}`;
}

/** In place of the ways, none of which works. */
function pausedNotice({ reader, support }: ClaimView): Html {
  const link = support && html`<a href="${support.href}">${support.text}</a>`;
  return html`<div class="pause"><p><strong>${reader.text("money_paused_title")}</strong></p>
<p>${reader.text("claim_paused")}</p>
${link && html`<p>${reader.parts("money_paused_ask", { support: link })}</p>`}</div>`;
}

/** "about $1,234.50". */
function worthText(reader: Reader, { dollars, isMadeUp }: NonNullable<ClaimView["worth"]>): string {
  const worth =
    dollars === "0.00"
      ? reader.text("claim_worth_less", { worth: reader.fiat("0.01", "USD") })
      : reader.text("claim_worth_about", { worth: reader.fiat(dollars, "USD") });
  return isMadeUp ? reader.text("claim_worth_made_up", { worth }) : worth;
}

function whyNotTaken(reader: Reader, notTaken: NotTaken): string {
  switch (notTaken.kind) {
    case "logged_out":
      return reader.text("claim_not_logged_out");
    case "blocked":
      return reader.text("claim_not_blocked");
    case "withdrawal":
      return reader.text("claim_not_wallet");
    case "paused":
      return reader.text("claim_not_paused");
    case "over_max_balance":
      return reader.text("claim_not_max", { amount: reader.sat(notTaken.headroom) });
  }
}

function whatItIs({ reader, range, account }: ClaimView): Html | undefined {
  if (range === undefined && account === undefined) return undefined;
  return html`<h2>${reader.text("claim_what")}</h2>
<p class="soft">${reader.text("claim_bitcoin", { sats: 100_000_000 })}${range !== undefined && ` ${reader.text("claim_wallets")}`}</p>
<p class="soft">${reader.text("claim_cash")}</p>`;
}

function fromWhom({ reader, sender, voucher }: ClaimView): Html {
  const description = plainLine(voucher.description, DESCRIPTION_CHARACTERS_MAX);
  const name = html`<strong><bdi>${plainLine(sender, NAME_CHARACTERS_MAX)}</bdi></strong>`;
  return html`<p>${reader.parts("claim_from", { sender: name })}</p>
${description !== "" && html`<blockquote dir="auto">${description}</blockquote>`}`;
}

/** Who is logged in gets the account's button first. */
function waysToGet(view: ClaimView): Html {
  const { reader, lnurl, range, account } = view;
  const isFirst = account?.kind === "user" || range === undefined;
  const intoAccount = account && accountWay(reader, account, isFirst);
  if (range === undefined)
    return html`<p>${reader.text(account === undefined ? "claim_small_ask" : "claim_small")}</p>
${intoAccount}`;
  return html`${isFirst && intoAccount}
<a class="way${isFirst && " second"}" href="${lnurl.uri}">${reader.text("claim_open_wallet")}</a>
${!isFirst && intoAccount}
<figure>
<figcaption>${reader.text("claim_scan")}</figcaption>
${lnurl.code}
</figure>
${lnurl.copy}
<p class="soft">${whatArrives(view, range)}</p>`;
}

function whatArrives({ reader, voucher: { amount } }: ClaimView, { max }: PayoutRange): string {
  const keptBack = msats(amount - max);
  if (keptBack === 0n) return reader.text("claim_fee_none");
  return reader.text("claim_fee", { amount: reader.sat(max), kept: reader.sat(keptBack) });
}

function accountWay(reader: Reader, account: AccountWay, isFirst: boolean): Html {
  const look = isFirst ? "way" : "way second";
  switch (account.kind) {
    case "logged_out":
      return html`<a class="${look}" href="${account.path}" data-keep>${reader.text("claim_account_get")}</a>
<p class="soft">${reader.text("claim_account_login")}</p>`;
    case "blocked":
      return html`<p class="soft">${reader.text("claim_account_blocked")}</p>`;
    case "user":
      return html`<p class="alert" role="alert" data-unsent hidden>${reader.text("claim_not_sent")}</p>
<button type="button" class="${look}" data-send="${account.address}" data-csrf="${account.csrf}">${reader.text("claim_account_get")}</button>
<p class="soft">${reader.parts("claim_account_of", { gamertag: html`<bdi>${account.gamertag}</bdi>` })}</p>`;
  }
}
