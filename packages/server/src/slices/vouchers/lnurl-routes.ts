import { z } from "zod";
import type { RoutesPlugin } from "#platform/http/index.ts";
import { lnurlForm } from "#platform/http/lnurl-form.ts";
import { claimByInvoice } from "./claim/claim-by-invoice.ts";
import { offerWithdraw } from "./claim/offer-withdraw.ts";
import type { PayoutDeps } from "./claim/pay-claim.ts";
import { ClaimRefused } from "./model/claim-refused.ts";

const params = z.object({ token: z.string().max(64) });
/** Of a fast LNURL, which a wallet may ask for all the same (LUD-08). */
const offerQuery = z.looseObject({});
const querystring = z.looseObject({ k1: z.string().max(100).default(""), pr: z.string().max(4_000).default("") });

export type LnurlRoutesDeps = PayoutDeps & { readonly baseUrl: string };

/**
 * LNURL-withdraw for vouchers and withdrawal requests (LUD-03). Wallets read `status` of the body and not the status of
 * the answer (LUD-01). Not in the reference: an LNURL leads here.
 */
export function lnurlRoutes(deps: LnurlRoutesDeps): RoutesPlugin {
  const options = { config: { access: "public" } } as const;
  return lnurlForm((api) => {
    api.get(
      "/v0/lnurl/withdraw/:token",
      { ...options, schema: { params, querystring: offerQuery, hide: true } },
      async ({ params: { token } }) => await orError(async () => await offerWithdraw(deps, token)),
    );
    api.get(
      "/v0/lnurl/withdraw/:token/callback",
      { ...options, schema: { params, querystring, hide: true } },
      async ({ params: { token }, query: { k1, pr } }) =>
        await orError(async () => {
          await claimByInvoice(deps, { token, k1, invoice: pr });
          return { status: "OK" };
        }),
    );
  });
}

async function orError<Answer>(answer: () => Promise<Answer>) {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof ClaimRefused) return { status: "ERROR", reason: error.message };
    throw error;
  }
}
