import { z } from "zod";
import type { Support } from "#kernel/branding.ts";
import type { Msats } from "#kernel/money.ts";
import { findIsSending } from "#ledger";
import { loginPath } from "#login";
import { html } from "#platform/html.ts";
import { browserSecretIn, formTokenOf } from "#platform/http/browser-cookie.ts";
import { type BrowserDeps, browserPages } from "#platform/http/browser-form.ts";
import { copyField } from "#platform/http/copy-field.ts";
import { type Api, type RoutesPlugin, success } from "#platform/http/index.ts";
import { languageForm } from "#platform/http/page.ts";
import { qrCode } from "#platform/http/qr-code.ts";
import { networkOf } from "#platform/http/rate-limit.ts";
import { readerOfRequest } from "#platform/http/reader-of-request.ts";
import { type SecretAnswer, secretPage } from "#platform/http/secret-page.ts";
import { type PriceFeed, PriceUnavailable, worthOf } from "#prices";
import type { Reader } from "#texts/reader.ts";
import { findTaker, type Taker } from "./claim/find-taker.ts";
import { type LookedAt, lookAtClaim } from "./claim/look-at-claim.ts";
import { isTakenBy, type TakenIntoAccount, takeIntoAccount } from "./claim/take-into-account.ts";
import type { Voucher, VoucherState } from "./model/voucher.ts";
import { type PayoutRules, payoutRange, withdrawLinks } from "./model/withdraw-offer.ts";
import {
  type AccountWay,
  CLAIM_STYLE,
  type ClaimView,
  claimContent,
  claimFoot,
  claimTexts,
} from "./templates/claim-page.ts";

export type ClaimPageDeps = Parameters<typeof takeIntoAccount>[0] &
  BrowserDeps &
  PayoutRules & {
    readonly prices: PriceFeed;
    /** Path of the page that shows people their money. */
    readonly walletPath: string;
  };

/** Links are opened with whatever mail programs add to them. */
const querystring = z.looseObject({});
const body = z.object({ token: z.string().max(200) });
const BODY_BYTES_MAX = 1_000;
const CLAIM = "/claim";
const TAKE = `${CLAIM}/take`;

/** When the page asks again, as long as something may change. */
const AGAIN_MS: Readonly<Partial<Record<VoucherState["kind"], number>>> = { open: 3_000, claiming: 2_000 };

/**
 * `/claim#<token>`: what a voucher or a withdrawal request is worth, and how it is taken with a Lightning wallet.
 * Programs that look at links only GET, and their GET has no token. To look takes nothing: a wallet does, or the press
 * of a user who is logged in.
 */
export function claimPage(deps: ClaimPageDeps): RoutesPlugin {
  const options = { config: { access: "public" } } as const;
  return (api) => {
    api.post(
      "/claim/look",
      { ...options, bodyLimit: BODY_BYTES_MAX, schema: { body, hide: true } },
      async (request) => {
        const { token } = request.body;
        const { ip, headers } = request;
        const { support } = api.shell.branding;
        const looked = await lookAtClaim(deps, { token, network: networkOf(ip) });
        const secret = browserSecretIn(deps.baseUrl, headers.cookie);
        const taker = await findTaker(deps, secret);
        const csrf = secret && formTokenOf(secret);
        const shown = { reader: readerOfRequest(request), token, looked, notTaken: undefined, taker, csrf, support };
        return success(await answerTo(deps, shown), "Link looked up.");
      },
    );
    browserPages(deps, (pages) => {
      pageRoute(deps, pages);
      takeRoute(deps, pages);
    })(api);
  };
}

/** The page, in the language of the browser. Its script shows the choice of another one. */
function pageRoute({ baseUrl }: ClaimPageDeps, pages: Api): void {
  const { host } = new URL(baseUrl);
  const options = { config: { access: "public" }, schema: { querystring, hide: true } } as const;
  pages.get(CLAIM, options, (request, reply) => {
    const reader = readerOfRequest(request);
    const { title, begin: content, failed } = claimTexts(reader);
    const choice = languageForm({ reader, path: CLAIM }, request.browser.csrf, html` data-language hidden`);
    const foot = claimFoot(reader, { host, choice });
    const shown = { reader, title, style: CLAIM_STYLE, ask: "claim/look", content, failed, foot };
    const { headers, text } = secretPage(shown, pages.shell);
    return reply.headers(headers).send(text);
  });
}

/** The form that the page's script sends when the button of the account is pressed. */
function takeRoute(deps: ClaimPageDeps, pages: Api): void {
  const options = { config: { access: "public" }, schema: { body, hide: true } } as const;
  pages.post(TAKE, options, async (request) => {
    const { token } = request.body;
    const { ip, browser } = request;
    const { secret, csrf } = browser;
    const { support } = pages.shell.branding;
    const taker = await findTaker(deps, secret);
    const taken = await takeIntoAccount(deps, { token, network: networkOf(ip), taker });
    const shown = { reader: readerOfRequest(request), token, ...taken, taker, csrf, support };
    return success(await answerTo(deps, shown), "Link looked up after the press.");
  });
}

/** What the page shows, and to whom. `csrf`: undefined for a browser without a cookie. */
type Shown = TakenIntoAccount & {
  readonly reader: Reader;
  readonly token: string;
  readonly taker: Taker;
  readonly csrf: string | undefined;
  readonly support: Support | undefined;
};

async function answerTo(deps: ClaimPageDeps, { looked, ...shown }: Shown): Promise<SecretAnswer> {
  switch (looked.kind) {
    case "unknown":
      return { state: looked.kind, html: claimTexts(shown.reader).unknown.markup, againMs: null };
    case "too_many_wrong":
      return { state: looked.kind, html: claimTexts(shown.reader).tooMany.markup, againMs: null };
    case "found": {
      const view = await viewOf(deps, { looked, ...shown });
      const { kind } = looked.voucher.state;
      return { state: stateOf(view), html: claimContent(view).markup, againMs: AGAIN_MS[kind] ?? null };
    }
  }
}

/** Another one when the voucher has another state, the browser another login, or a pause begins or is over. */
function stateOf({ voucher: { state }, account, isPaused }: ClaimView): string {
  if (state.kind === "open" && isPaused) return `${state.kind} paused`;
  if (state.kind !== "open" || account === undefined || account.kind === "logged_out") return state.kind;
  return `${state.kind} ${account.kind === "user" ? account.csrf : account.kind}`;
}

/** None for a withdrawal request: its money is still in the issuer's wallet. */
function accountWayOf({ taker, csrf }: Shown, { origin }: Voucher): AccountWay | undefined {
  if (origin.kind !== "voucher") return undefined;
  if (taker.kind === "blocked") return taker;
  if (taker.kind === "logged_out" || csrf === undefined) return { kind: "logged_out", path: loginPath(CLAIM) };
  return { kind: "user", gamertag: taker.user.gamertag, address: TAKE.slice(1), csrf };
}

type Found = Extract<LookedAt, { readonly kind: "found" }>;

async function viewOf(deps: ClaimPageDeps, shown: Shown & { readonly looked: Found }): Promise<ClaimView> {
  const { reader, token, taker, notTaken } = shown;
  const { voucher, sender } = shown.looked;
  const range = payoutRange(voucher.amount, deps);
  const { request, uri } = withdrawLinks(deps.baseUrl, token, undefined);
  return {
    reader,
    voucher,
    sender,
    range,
    notTaken,
    isPaused: !(await findIsSending(deps.db)),
    support: shown.support,
    account: accountWayOf(shown, voucher),
    yours: isTakenBy(taker, voucher) ? { path: deps.walletPath } : undefined,
    worth: await findWorth(deps, voucher.amount),
    lnurl: {
      copy: copyField(reader, { name: "LNURL", value: request }),
      uri,
      code: qrCode(request.toUpperCase(), reader.text("common_qr")),
    },
  };
}

async function findWorth({ prices }: ClaimPageDeps, amount: Msats): Promise<ClaimView["worth"]> {
  try {
    const price = await prices.read();
    return { dollars: worthOf(price, amount), isMadeUp: price.source === "fixed" };
  } catch (error) {
    if (error instanceof PriceUnavailable) return undefined;
    throw error;
  }
}
