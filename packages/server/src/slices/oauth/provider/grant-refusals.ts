import type Provider from "oidc-provider";
import type { errors, KoaContextWithOIDC } from "oidc-provider";
import type { Log } from "#platform/log.ts";

/**
 * Says in `error_description` of `invalid_grant` (RFC 6749, section 5.2) why a code or a refresh token was refused. The
 * application has shown its secret before, so whoever reads it holds both. A code of another application is answered as
 * one that there is not.
 */
export function explainRefusedGrants(provider: Provider, { log }: { readonly log: Log }): void {
  provider.on("grant.error", (ctx, error) => {
    if (error.error !== "invalid_grant") return;
    const { client, params } = ctx.oidc;
    const isRefresh = params?.["grant_type"] === "refresh_token";
    const reason = reasonOf(error);
    log.info({ clientId: client?.clientId, isRefresh, reason }, "oauth.grant_refused");
    describe(ctx, (isRefresh ? OF_REFRESH_TOKEN : OF_CODE)[reason]);
  });
}

type Reason = "unknown" | "expired" | "used" | "redirect_uri" | "verifier_missing" | "verifier_wrong";

/** By what the library, and the adapter, say to themselves. What is not here is `unknown`. */
const REASONS: ReadonlyMap<string, Reason> = new Map([
  ["authorization code is expired", "expired"],
  ["refresh token is expired", "expired"],
  ["authorization code already consumed", "used"],
  ["AuthorizationCode was used before", "used"],
  ["refresh token already used", "used"],
  ["RefreshToken was used before", "used"],
  ["authorization code redirect_uri mismatch", "redirect_uri"],
  ["code_verifier must be provided", "verifier_missing"],
  ["code_verifier does not match code_challenge", "verifier_wrong"],
]);

function reasonOf({ error_detail: detail = "" }: errors.OIDCProviderError): Reason {
  return REASONS.get(detail) ?? "unknown";
}

const AGAIN = "The user has to log in again.";
const UNKNOWN = {
  code: `There is no such code of this application: it is good once, for 60 seconds, and not after its login has ended. ${AGAIN}`,
  refreshToken: `There is no such refresh token of this application, or its login has ended. ${AGAIN}`,
};

/** Without quotation marks and backslashes, which the standard does not allow. */
const OF_CODE: Readonly<Record<Reason, string>> = {
  unknown: UNKNOWN.code,
  expired: `The code is older than 60 seconds. ${AGAIN}`,
  used: `The code was used before: it is good once, and what its first use gave has ended. ${AGAIN}`,
  redirect_uri: "redirect_uri is not that of the authorization request, character by character.",
  verifier_missing: "code_verifier is missing: the authorization request had a code_challenge.",
  verifier_wrong: "code_verifier does not belong to the code_challenge of the authorization request.",
};

const OF_REFRESH_TOKEN: Readonly<Record<Reason, string>> = {
  ...OF_CODE,
  unknown: UNKNOWN.refreshToken,
  expired: `The refresh token was not used for 90 days. ${AGAIN}`,
  used: `The refresh token was used before: each is good once, and all that its login gave has ended. ${AGAIN}`,
};

/** The library has written its answer when it tells of the failure. */
function describe(ctx: KoaContextWithOIDC, error_description: string): void {
  ctx.body = { ...(ctx.body as object), error_description };
}
