import { z } from "zod";
import type { RoutesPlugin } from "#platform/http/index.ts";
import { lnurlForm } from "#platform/http/lnurl-form.ts";
import { networkOf } from "#platform/http/rate-limit.ts";
import { type Signed, signWithWallet } from "./factors/sign-with-wallet.ts";

const text = z.string().max(200).default("");
/** `tag` and `action` are for the wallet: the question itself says what it is for. */
const querystring = z.looseObject({ k1: text, sig: text, key: text });

/**
 * Where wallets send their signature (LUD-04). The answer says that it was taken, and nothing about the account; the
 * browser that shows the question goes on by itself. Not in the reference: an LNURL leads here.
 */
export function walletAuthRoutes(deps: Parameters<typeof signWithWallet>[0]): RoutesPlugin {
  return lnurlForm((api) => {
    api.get(
      "/v0/lnurl/auth",
      { config: { access: "public" }, schema: { querystring, hide: true } },
      async ({ query: { k1, sig, key }, ip }) =>
        ANSWERS[await signWithWallet(deps, { k1, sig, key, network: networkOf(ip) })],
    );
  });
}

const ANSWERS: Readonly<Record<Signed, { readonly status: string; readonly reason?: string }>> = {
  signed: { status: "OK" },
  wrong_signature: { status: "ERROR", reason: "the signature is not that of this key" },
  unknown_k1: { status: "ERROR", reason: "this code was used or is too old; load the page again" },
};
