import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import Provider, {
  type Account,
  type Adapter,
  type Configuration,
  errors,
  type Grant,
  interactionPolicy,
  type JWKS,
  type KoaContextWithOIDC,
} from "oidc-provider";
import type { UserId } from "#kernel/ids.ts";
import type { BrowserCookie } from "#platform/http/browser-cookie.ts";
import { hashOfClientSecret } from "../model/app.ts";
import { SCOPES } from "../model/scopes.ts";
import { findConsent } from "../store/consents.ts";
import { type AdapterDeps, adapterOf, secretHashesOf } from "./adapter.ts";
import { interactionPath, LIFETIME_S, PATHS, WITH_COMMAS } from "./settings.ts";

/** Who a login session of this service belongs to. */
export type OwnSession = { readonly userId: UserId };

/** What is said of a user in id tokens and by the userinfo endpoint (OpenID Connect Core, section 5.1). */
export type UserClaims = {
  readonly email: string;
  readonly emailIsVerified: boolean;
  readonly gamertag: string;
  readonly image: string;
};

export type ProviderDeps = AdapterDeps & {
  /** Without a slash at the end: all addresses that the protocol hands out begin with it. */
  readonly baseUrl: string;
  /** The first one signs. */
  readonly jwks: JWKS;
  /** Sign the library's cookies; the first one signs new ones. */
  readonly cookieKeys: readonly string[];
  /** The login session of the browser, by the `Cookie` header of its request. */
  readonly sessionOf: (cookies: string | undefined) => Promise<OwnSession | undefined>;
  /**
   * Whether the browser is logged in as the user. What was stored before is found by an end of the session that comes
   * after the answer.
   */
  readonly isLoggedIn: (cookies: string | undefined, userId: UserId) => Promise<boolean>;
  /**
   * Ends it: an application logged its user out, and the user agreed. Returns what the browser's cookie must hold from
   * now on, if that is something else: the secret before is worth nothing, in any copy.
   */
  readonly endSession: (request: IncomingMessage) => Promise<NewCookie | undefined>;
  /** Undefined when there is no such user, or the user may not log in. */
  readonly claimsOf: (userId: UserId) => Promise<UserClaims | undefined>;
  readonly pages: ProtocolPages;
};

export type NewCookie = BrowserCookie & { readonly value: string; readonly seconds: number };

/** Pages that the library asks for, as whole HTML documents. */
export type ProtocolPages = {
  readonly error: (
    ctx: KoaContextWithOIDC,
    error: { readonly error: string; readonly error_description?: string | undefined },
  ) => void;
  readonly logout: (ctx: KoaContextWithOIDC, form: string) => void;
  readonly loggedOut: (ctx: KoaContextWithOIDC) => void;
};

/** 216 bits are 36 characters: one widely used client refuses codes and refresh tokens of any other length. */
const TOKEN_BITS = 216;

/**
 * The protocol (OAuth 2, OpenID Connect) on our storage, with our login session as the only authority on who is there.
 * What the library takes more easily than we do is overridden here; `overrides.db.test.ts` sees that the library still
 * asks.
 */
export function createProvider(deps: ProviderDeps, parts: ProviderParts = partsOf(deps)): Provider {
  const provider = new Provider(deps.baseUrl, configurationOf(deps, parts));
  provider.proxy = true; // host and scheme come from headers that `provider/handle.ts` sets to the configured address
  override(provider);
  return provider;
}

/** What needs the database; the test of the overrides has it in memory. */
export type ProviderParts = {
  readonly adapter: (model: string) => Adapter;
  readonly loadGrant: (ctx: KoaContextWithOIDC) => Promise<Grant | undefined>;
};

function partsOf(deps: ProviderDeps): ProviderParts {
  return { adapter: adapterOf(deps), loadGrant: (ctx) => grantFor(deps, ctx) };
}

function configurationOf(deps: ProviderDeps, { adapter, loadGrant }: ProviderParts): Configuration {
  return {
    adapter,
    jwks: deps.jwks,
    scopes: [...SCOPES],
    claims: {
      openid: ["sub", "auth_time", "amr"], // the last two in id tokens alone
      email: ["email", "email_verified"],
      profile: ["name", "nickname", "preferred_username", "picture"],
      user: ["email", "email_verified", "name", "nickname", "preferred_username", "picture"],
    },
    conformIdTokenClaims: false, // clients that read the id token alone find the claims there
    responseTypes: ["code"],
    extraParams: [WITH_COMMAS],
    clientAuthMethods: ["client_secret_basic", "client_secret_post"],
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    routes: PATHS,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      userinfo: { enabled: true },
      pushedAuthorizationRequests: { enabled: true },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => client.clientId === token.clientId },
      introspection: { enabled: true, allowedPolicy: (_ctx, client, token) => client.clientId === token.clientId },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => deps.pages.logout(ctx, form),
        postLogoutSuccessSource: (ctx) => deps.pages.loggedOut(ctx),
      },
    },
    enabledJWA: { idTokenSigningAlgValues: ["RS256"] },
    cookies: cookiesOf(deps),
    ttl: LIFETIME_S,
    formats: { bitsOfOpaqueRandomness: TOKEN_BITS },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: true,
    expiresWithSession: async () => false,
    clientBasedCORS: () => false,
    interactions: { policy: policyOf(deps), url: (_ctx, interaction) => interactionPath(interaction.uid) },
    findAccount: async (_ctx, sub) => accountOf(sub, await deps.claimsOf(sub as UserId)),
    loadExistingGrant: loadGrant,
    renderError: (ctx, error) => deps.pages.error(ctx, error),
  };
}

/** `__Host-`: never sent to another host, and never set by one. Browsers take it over TLS alone. */
function cookiesOf({ baseUrl, cookieKeys }: ProviderDeps): NonNullable<Configuration["cookies"]> {
  const prefix = baseUrl.startsWith("https:") ? "__Host-" : "";
  const options = { httpOnly: true, sameSite: "lax", signed: true } as const;
  return {
    keys: cookieKeys,
    names: { session: `${prefix}leyden_oauth`, interaction: "leyden_interaction", resume: "leyden_resume" },
    long: { ...options, path: "/" },
    short: options,
  };
}

/** Our session must be there and be the same user's as the library's; else a login is asked for. */
function policyOf({ sessionOf }: ProviderDeps): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  const check = async (ctx: KoaContextWithOIDC) => {
    const own = await sessionOf(ctx.req.headers.cookie);
    return own === undefined || own.userId !== ctx.oidc.session?.accountId;
  };
  const { Check } = interactionPolicy;
  policy
    .get("login")
    ?.checks.add(new Check("own_session", "End-User authentication is required", "login_required", check));
  policy.get("login")?.checks.add(new Check("known_scope", "a scope is required", "invalid_scope", requireKnownScope));
  // Consent is remembered by us, and clients with a scheme of their own have a secret here.
  policy.get("consent")?.checks.remove("native_client_prompt");
  return policy;
}

/**
 * The library ignores a scope that it does not know (OpenID Connect Core, section 3.1.2.1), also when no other one is
 * left.
 */
function requireKnownScope({ oidc }: KoaContextWithOIDC): boolean {
  if (oidc.requestParamOIDCScopes.size === 0)
    throw new errors.InvalidScope("no scope that is asked for is known", oidc.params?.["scope"] as string);
  return false;
}

/**
 * One grant for each authorization: a replayed code ends what that authorization gave, and not all devices of the user.
 * It is only used when the login was still there after it was stored: what ends logins ends grants after them.
 */
async function grantFor({ db, isLoggedIn }: ProviderDeps, ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { oidc } = ctx;
  const { provider, client, session, result } = oidc;
  if (result?.consent?.grantId !== undefined) return await provider.Grant.find(result.consent.grantId);
  if (client === undefined || session?.accountId === undefined) return undefined;
  const allowed = await findConsent(db, session.accountId, client.clientId);
  if (allowed === undefined) return undefined;
  const scopes = [...oidc.requestParamOIDCScopes].filter((scope) => allowed.includes(scope));
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  if (scopes.length > 0) grant.addOIDCScope(scopes.join(" "));
  await grant.save();
  if (await isLoggedIn(ctx.req.headers.cookie, session.accountId as UserId)) return grant;
  await grant.destroy();
  return undefined;
}

function accountOf(sub: string, claims: UserClaims | undefined): Account | undefined {
  if (claims === undefined) return undefined;
  const { email, emailIsVerified, gamertag, image } = claims;
  return {
    accountId: sub,
    claims: () => ({
      sub,
      email,
      email_verified: emailIsVerified,
      name: gamertag,
      nickname: gamertag,
      preferred_username: gamertag,
      picture: image,
    }),
  };
}

/** Not documented hooks of the library. */
function override(provider: Provider): void {
  const { prototype } = provider.Client;
  prototype.compareClientSecret = function compareClientSecret(this: { clientSecret?: string }, actual: string) {
    const given = hashOfClientSecret(String(actual));
    const compared = secretHashesOf(this.clientSecret ?? "").map((known) => timingSafeEqual(known, given));
    return compared.includes(true);
  };
  const isRegistered = (uris: readonly string[] | undefined, uri: string) => uris?.includes(uri) === true;
  prototype.redirectUriAllowed = function redirectUriAllowed(this: { redirectUris?: string[] }, uri: string) {
    return isRegistered(this.redirectUris, uri);
  };
  prototype.postLogoutRedirectUriAllowed = function postLogoutRedirectUriAllowed(
    this: { postLogoutRedirectUris?: string[] },
    uri: string,
  ) {
    return isRegistered(this.postLogoutRedirectUris, uri);
  };
}
