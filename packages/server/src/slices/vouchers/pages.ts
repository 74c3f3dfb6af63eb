import { z } from "zod";
import type { Msats } from "#kernel/money.ts";
import { loginPath } from "#login";
import { browserSecretIn, formTokenOf } from "#platform/http/browser-cookie.ts";
import { type BrowserDeps, browserPages } from "#platform/http/browser-form.ts";
import { pagesForm } from "#platform/http/failure-page.ts";
import { type Api, type RoutesPlugin, success } from "#platform/http/index.ts";
import { qrCode } from "#platform/http/qr-code.ts";
import { networkOf } from "#platform/http/rate-limit.ts";
import { type SecretAnswer, secretPage } from "#platform/http/secret-page.ts";
import { type PriceFeed, PriceUnavailable, worthOf } from "#prices";
import { findTaker, type Taker } from "./claim/find-taker.ts";
import { type LookedAt, lookAtClaim } from "./claim/look-at-claim.ts";
import { isTakenBy, type TakenIntoAccount, takeIntoAccount } from "./claim/take-into-account.ts";
import type { Voucher, VoucherState } from "./model/voucher.ts";
import { type PayoutRules, payoutRange, withdrawLinks } from "./model/withdraw-offer.ts";
import {
  type AccountWay,
  CLAIM_BEGIN,
  CLAIM_FAILED,
  CLAIM_STYLE,
  CLAIM_TOO_MANY,
  CLAIM_UNKNOWN,
  type ClaimView,
  claimContent,
  claimFoot,
  TITLE,
} from "./templates/claim-page.ts";

export type ClaimPageDeps = Parameters<typeof takeIntoAccount>[0] &
  BrowserDeps &
  PayoutRules & { readonly prices: PriceFeed };

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
  const asked = {
    title: TITLE,
    style: CLAIM_STYLE,
    ask: "claim/look",
    content: CLAIM_BEGIN,
    failed: CLAIM_FAILED,
    foot: claimFoot(new URL(deps.baseUrl).host),
  };
  return (api) => {
    const { headers, text } = secretPage(asked, api.shell);
    const page = { ...options, schema: { querystring, hide: true } } as const;
    pagesForm((pages) => void pages.get(CLAIM, page, (_request, reply) => reply.headers(headers).send(text)))(api);
    api.post(
      "/claim/look",
      { ...options, bodyLimit: BODY_BYTES_MAX, schema: { body, hide: true } },
      async ({ body: { token }, ip, headers: { cookie } }) => {
        const looked = await lookAtClaim(deps, { token, network: networkOf(ip) });
        const secret = browserSecretIn(deps.baseUrl, cookie);
        const taker = await findTaker(deps, secret);
        const csrf = secret && formTokenOf(secret);
        return success(await answerTo(deps, { token, looked, notTaken: undefined, taker, csrf }), "Link looked up.");
      },
    );
    browserPages(deps, (pages) => takeRoute(deps, pages))(api);
  };
}

/** The form that the page's script sends when the button of the account is pressed. */
function takeRoute(deps: ClaimPageDeps, pages: Api): void {
  const options = { config: { access: "public" }, schema: { body, hide: true } } as const;
  pages.post(TAKE, options, async ({ body: { token }, ip, browser: { secret, csrf } }) => {
    const taker = await findTaker(deps, secret);
    const taken = await takeIntoAccount(deps, { token, network: networkOf(ip), taker });
    return success(await answerTo(deps, { token, ...taken, taker, csrf }), "Link looked up after the press.");
  });
}

/** What the page shows, and to whom. `csrf`: undefined for a browser without a cookie. */
type Shown = TakenIntoAccount & { readonly token: string; readonly taker: Taker; readonly csrf: string | undefined };

async function answerTo(deps: ClaimPageDeps, { looked, ...shown }: Shown): Promise<SecretAnswer> {
  switch (looked.kind) {
    case "unknown":
      return { state: looked.kind, html: CLAIM_UNKNOWN.markup, againMs: null };
    case "too_many_wrong":
      return { state: looked.kind, html: CLAIM_TOO_MANY.markup, againMs: null };
    case "found": {
      const view = await viewOf(deps, { looked, ...shown });
      const { kind } = looked.voucher.state;
      return { state: stateOf(view), html: claimContent(view).markup, againMs: AGAIN_MS[kind] ?? null };
    }
  }
}

/** Another one when the voucher has another state, or the browser another login. */
function stateOf({ voucher: { state }, account }: ClaimView): string {
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
  const { token, taker, notTaken } = shown;
  const { voucher, sender } = shown.looked;
  const range = payoutRange(voucher.amount, deps);
  const { request, uri } = withdrawLinks(deps.baseUrl, token, undefined);
  return {
    voucher,
    sender,
    range,
    notTaken,
    account: accountWayOf(shown, voucher),
    isYours: isTakenBy(taker, voucher),
    worth: await findWorth(deps, voucher.amount),
    lnurl: { text: request, uri, code: qrCode(request.toUpperCase(), "QR code of the LNURL") },
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
