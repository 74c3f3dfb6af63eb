import { quoted } from "../../parts/curl.ts";
import type { Begun } from "./pkce.ts";

/** What a trial is of. */
export type Client = { readonly origin: string; readonly clientId: string; readonly redirectUri: string };

export const SCOPES = ["user", "wallet", "openid", "profile", "email", "offline_access"] as const;

/** Where the browser is sent to (RFC 6749, section 4.1.1; RFC 7636, section 4.3). */
export function authorizeUrl({ origin, clientId, redirectUri }: Client, scope: string, begun: Begun): string {
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    state: begun.state,
    code_challenge: begun.challenge,
    code_challenge_method: "S256",
  });
  return `${origin}/v1/oauth2/authorize?${query}`;
}

/** What the browser came back with. */
export type Answer = {
  readonly state: string;
  readonly code: string | undefined;
  readonly error: string | undefined;
};

/** From the address to which the browser came back; undefined when it is none. */
export function answerIn(address: string): Answer | undefined {
  const query = URL.parse(address.trim())?.searchParams;
  const state = query?.get("state") ?? undefined;
  if (query === undefined || state === undefined) return undefined;
  const [error, description] = [query.get("error"), query.get("error_description")];
  const said = error === null ? undefined : [error, description].filter((part) => part !== null).join(": ");
  return { state, code: query.get("code") ?? undefined, error: said };
}

/** The exchange of the code, by the server of the application. */
export function tokenCurl({ origin, clientId, redirectUri }: Client, code: string, { verifier }: Begun): string {
  const fields = [
    "-d grant_type=authorization_code",
    `-d client_id=${clientId}`,
    `-d client_secret="$CLIENT_SECRET"`,
    `-d code=${quoted(code)}`,
    `--data-urlencode redirect_uri=${quoted(redirectUri)}`,
    `-d code_verifier=${verifier}`,
  ];
  return [`curl ${origin}/v1/oauth2/token`, ...fields].join(" \\\n  ");
}

export function userCurl(origin: string): string {
  return `curl ${origin}/v1/oauth2/user -H "authorization: Bearer $ACCESS_TOKEN"`;
}

/** The access token in an answer of the token call, as text or as JSON; undefined when there is none. */
export function accessTokenIn(pasted: string): string | undefined {
  const text = pasted.trim();
  try {
    const answer = JSON.parse(text) as { readonly access_token?: unknown } | null;
    return typeof answer?.access_token === "string" ? answer.access_token : undefined;
  } catch {
    return /^[\w.~+/=-]{16,}$/.test(text) ? text : undefined;
  }
}

/** Where this dashboard takes the answer of a login, if the application has it among its redirect URLs. */
export function ownRedirectUri(origin: string, project: string): string {
  return `${origin}/dashboard/projects/${project}/oauth2/answer`;
}

/** Redirect URLs begin with `https:`, or are on this machine. */
export function mayBeRedirect(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

/** Windows of this dashboard tell each other what a login came back with. */
export const ANSWERS = "leyden-login-answers";
