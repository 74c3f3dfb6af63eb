import { z } from "zod";
import type { Msats } from "#kernel/money.ts";
import { pagesForm } from "#platform/http/failure-page.ts";
import { type RoutesPlugin, success } from "#platform/http/index.ts";
import { LOOK } from "#platform/http/look.ts";
import { qrCode } from "#platform/http/qr-code.ts";
import { networkOf } from "#platform/http/rate-limit.ts";
import { type SecretAnswer, secretPage } from "#platform/http/secret-page.ts";
import { type PriceFeed, PriceUnavailable, worthOf } from "#prices";
import { type LookedAt, lookAtClaim } from "./claim/look-at-claim.ts";
import type { VoucherState } from "./model/voucher.ts";
import { type PayoutRules, payoutRange, withdrawLinks } from "./model/withdraw-offer.ts";
import {
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

export type ClaimPageDeps = Parameters<typeof lookAtClaim>[0] &
  PayoutRules & {
    readonly prices: PriceFeed;
    /** Where wallets reach the service, without a slash at the end. */
    readonly baseUrl: string;
  };

/** Links are opened with whatever mail programs add to them. */
const querystring = z.looseObject({});
const body = z.object({ token: z.string().max(200) });
const BODY_BYTES_MAX = 1_000;

/** When the page asks again, as long as something may change. */
const AGAIN_MS: Readonly<Partial<Record<VoucherState["kind"], number>>> = { open: 3_000, claiming: 2_000 };

/**
 * `/claim#<token>`: what a voucher or a withdrawal request is worth, and how it is taken with a Lightning wallet. Programs that look at
 * links only GET, and their GET has no token. Nothing of the page takes the money: a wallet does.
 */
export function claimPage(deps: ClaimPageDeps): RoutesPlugin {
  const options = { config: { access: "public" } } as const;
  const { headers, text } = secretPage({
    title: TITLE,
    style: LOOK + CLAIM_STYLE,
    ask: "claim/look",
    content: CLAIM_BEGIN,
    failed: CLAIM_FAILED,
    foot: claimFoot(new URL(deps.baseUrl).host),
  });
  return (api) => {
    const page = { ...options, schema: { querystring, hide: true } } as const;
    pagesForm((pages) => void pages.get("/claim", page, (_request, reply) => reply.headers(headers).send(text)))(api);
    api.post(
      "/claim/look",
      { ...options, bodyLimit: BODY_BYTES_MAX, schema: { body, hide: true } },
      async ({ body: { token }, ip }) => {
        const found = await lookAtClaim(deps, { token, network: networkOf(ip) });
        return success(await answerTo(deps, token, found), "Link looked up.");
      },
    );
  };
}

async function answerTo(deps: ClaimPageDeps, token: string, found: LookedAt): Promise<SecretAnswer> {
  switch (found.kind) {
    case "unknown":
      return { state: found.kind, html: CLAIM_UNKNOWN.markup, againMs: null };
    case "too_many_wrong":
      return { state: found.kind, html: CLAIM_TOO_MANY.markup, againMs: null };
    case "found": {
      const { markup } = claimContent(await viewOf(deps, token, found));
      const { kind } = found.voucher.state;
      return { state: kind, html: markup, againMs: AGAIN_MS[kind] ?? null };
    }
  }
}

type Found = Extract<LookedAt, { readonly kind: "found" }>;

async function viewOf(deps: ClaimPageDeps, token: string, { voucher, sender }: Found): Promise<ClaimView> {
  const range = payoutRange(voucher.amount, deps);
  const { request, uri } = withdrawLinks(deps.baseUrl, token, undefined);
  return {
    ...{ voucher, sender, range },
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
