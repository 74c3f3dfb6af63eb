import type { IncomingMessage, ServerResponse } from "node:http";
import type Provider from "oidc-provider";
import type { Clock } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { english, message } from "#texts/reader.ts";
import { isScope, type OauthScope } from "../model/scopes.ts";
import { saveConsent } from "../store/consents.ts";

/** A browser on its way through the protocol: request and response of the page that it asked for. */
export type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

/** What an application's request for a login waits for. */
export type Waiting =
  | {
      readonly kind: "login";
      readonly uid: string;
      /** Not before this, or undefined: a login of any time will do (`prompt=login`, `max_age`). */
      readonly since: Date | undefined;
    }
  | {
      readonly kind: "consent";
      readonly uid: string;
      readonly userId: UserId;
      readonly clientId: string;
      readonly appName: string;
      readonly logoUrl: string | undefined;
      readonly redirectUri: string;
      /** At least one. */
      readonly scopes: readonly OauthScope[];
    };

/** The browser came back too late, with another cookie, or twice. */
export class LoginExpired extends AppError {
  constructor() {
    const said = message("consent_expired");
    super("login_expired", english(said), { forPeople: said });
  }
}

type Details = Awaited<ReturnType<Provider["interactionDetails"]>>;

/** @throws {LoginExpired} when this browser has no such login. */
export async function findWaiting(provider: Provider, exchange: Exchange, uid: string): Promise<Waiting> {
  const details = await detailsOf(provider, exchange, uid);
  if (details.prompt.name !== "consent") return { kind: "login", uid, since: sinceOf(details) };
  const client = await provider.Client.find(String(details.params["client_id"]));
  const userId = details.session?.accountId as UserId | undefined;
  if (client === undefined || userId === undefined) throw new LoginExpired();
  return {
    kind: "consent",
    uid,
    userId,
    clientId: client.clientId,
    appName: client.clientName ?? client.clientId,
    logoUrl: client.logoUri,
    redirectUri: String(details.params["redirect_uri"]),
    scopes: askedScopes(details),
  };
}

function sinceOf({ prompt, iat }: Details): Date | undefined {
  const asksAgain = prompt.reasons.some((reason) => reason === "login_prompt" || reason === "max_age");
  return asksAgain ? new Date(iat * 1_000) : undefined;
}

/** All that is asked for, also what was allowed before: the page says it, and the answer is about it. */
function askedScopes({ params }: Details): readonly OauthScope[] {
  return String(params["scope"] ?? "")
    .split(" ")
    .filter(isScope);
}

async function detailsOf(provider: Provider, { request, response }: Exchange, uid: string): Promise<Details> {
  try {
    const details = await provider.interactionDetails(request, response);
    if (details.uid === uid) return details;
  } catch (error) {
    const { errors } = await import("oidc-provider"); // loaded already: it has thrown
    if (!(error instanceof errors.SessionNotFound)) throw error;
  }
  throw new LoginExpired();
}

export type LoggedIn = { readonly userId: UserId; readonly authenticatedAt: Date; readonly amr: readonly string[] };

/**
 * Says who is there. Returns the path on which the library goes on. A session of the library that belongs to another
 * user is emptied: the library would log that user out by a page with a script.
 */
export async function finishLogin(provider: Provider, exchange: Exchange, session: LoggedIn): Promise<string> {
  const { request, response } = exchange;
  const { userId, authenticatedAt, amr } = session;
  const before = await provider.interactionDetails(request, response);
  const ts = Math.floor(authenticatedAt.getTime() / 1_000);
  const login = { accountId: userId, amr: [...amr], ts };
  const path = await goOn(provider, exchange, { login }, { isFirst: true });
  if (before.session?.accountId !== undefined && before.session.accountId !== userId)
    await emptySession(provider, exchange, before.session.uid);
  return path;
}

async function emptySession(
  provider: Provider,
  { request, response }: Exchange,
  uid: string | undefined,
): Promise<void> {
  const session = await provider.Session.get(provider.createContext(request, response));
  if (session.uid !== uid) return;
  Object.assign(session, { accountId: undefined, authorizations: undefined });
  await session.persist();
}

type Consent = {
  readonly provider: Provider;
  readonly db: Db;
  readonly clock: Clock;
  /** As in `ProviderDeps`, of the browser that allows it. */
  readonly isLoggedIn: (userId: UserId) => Promise<boolean>;
};

/**
 * What was asked for is allowed, and remembered. Returns the path on which the library goes on; undefined: the login
 * has ended meanwhile, and nothing is allowed.
 */
export async function allow(
  { provider, db, clock, isLoggedIn }: Consent,
  exchange: Exchange,
  { userId, clientId, scopes }: Extract<Waiting, { readonly kind: "consent" }>,
): Promise<string | undefined> {
  const { grantId } = await provider.interactionDetails(exchange.request, exchange.response);
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const grant = known ?? new provider.Grant({ accountId: userId, clientId });
  grant.addOIDCScope(scopes.join(" "));
  const id = await grant.save();
  if (!(await isLoggedIn(userId))) {
    await grant.destroy();
    return undefined;
  }
  await saveConsent(db, { userId, clientId, scopes, now: clock.now() });
  return await goOn(provider, exchange, { consent: { grantId: id } });
}

/** The app learns that the person said no. Returns the path on which the library goes on. */
export async function deny(provider: Provider, exchange: Exchange): Promise<string> {
  return await goOn(provider, exchange, { error: "access_denied", error_description: "the user refused" });
}

async function goOn(
  provider: Provider,
  { request, response }: Exchange,
  result: Parameters<Provider["interactionResult"]>[2],
  { isFirst = false } = {},
): Promise<string> {
  const url = await provider.interactionResult(request, response, result, { mergeWithLastSubmission: !isFirst });
  return new URL(url).pathname;
}
