import { IncomingMessage, ServerResponse } from "node:http";
import type Provider from "oidc-provider";
import type { Adapter, AdapterPayload, KoaContextWithOIDC } from "oidc-provider";
import type { UserId } from "#kernel/ids.ts";
import { FORM_TYPE } from "#platform/http/form.ts";
import { hashOfClientSecret } from "../model/app.ts";
import { secretOf } from "./adapter.ts";
import { createProvider, type ProviderDeps } from "./provider.ts";
import { PATHS } from "./settings.ts";

type Deps = Pick<ProviderDeps, "baseUrl" | "jwks" | "pages" | "db" | "batch" | "clock" | "log" | "onReplayed">;

const USER = "00000000-0000-7000-8000-000000000001" as UserId;
const SECRET = "overrides";
const STORED = secretOf([hashOfClientSecret(SECRET)]);
const CLIENT_ID = "overrides";
const REDIRECT_URI = "http://127.0.0.1:1/callback";
/** RFC 7636, appendix B. */
const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/**
 * Logs a user in with a provider that is in memory alone, and sees that the protocol's library still asks what we put
 * in place of its own: some of it is no documented hook, and another version of the library could pass it by.
 *
 * @throws {Error} when it does not.
 */
export async function assertOverrides(deps: Deps, create = createProvider): Promise<void> {
  const asked = new Set<string>();
  let loggedIn: UserId | undefined = USER;
  const provider = create(
    {
      ...deps,
      cookieKeys: ["overrides"],
      sessionOf: async () => loggedIn && { userId: loggedIn },
      isLoggedIn: async () => true,
      endSession: async () => undefined,
      claimsOf: async () => ({ email: "", emailIsVerified: false, gamertag: "", image: "" }),
    },
    { adapter: memoryAdapter(asked), loadGrant: (ctx) => grantOf(asked, ctx) },
  );
  const ask = askerOf(provider, deps.baseUrl);

  const nearMiss = await ask("GET", authorizePath({ redirect_uri: REDIRECT_URI.replace(":1/", ":2/") }));
  require(nearMiss.status === 400 && nearMiss.location === "", "redirectUriAllowed");
  const { code } = await logIn(provider, ask);
  require(code !== "", "interactions");
  require(asked.has("loadExistingGrant"), "loadExistingGrant");
  loggedIn = undefined;
  const alone = await ask("GET", authorizePath({ prompt: "none" }));
  require(alone.location.includes("error=login_required"), "interactions.policy");

  const exchange = { grant_type: "authorization_code", code, code_verifier: VERIFIER, redirect_uri: REDIRECT_URI };
  const withStored = await ask("POST", PATHS.token, { ...exchange, client_id: CLIENT_ID, client_secret: STORED });
  require(withStored.status === 401, "compareClientSecret");
  const tokens = await ask("POST", PATHS.token, { ...exchange, client_id: CLIENT_ID, client_secret: SECRET });
  require(tokens.status === 200, "compareClientSecret");
  require(asked.has("consume AuthorizationCode"), "consume of a code");
  const { refresh_token = "" } = JSON.parse(tokens.text) as { readonly refresh_token?: string };
  const refresh = { grant_type: "refresh_token", refresh_token, client_id: CLIENT_ID, client_secret: SECRET };
  require((await ask("POST", PATHS.token, refresh)).status === 200, "rotateRefreshToken");
  require(asked.has("consume RefreshToken"), "consume of a refresh token");
}

function require(holds: boolean, what: string): void {
  if (!holds) throw new Error(`oidc-provider does not ask for our ${what} any more: see provider/provider.ts`);
}

function authorizePath(changes: Readonly<Record<string, string>>): string {
  return `${PATHS.authorization}?${new URLSearchParams({
    client_id: CLIENT_ID,
    response_type: "code",
    redirect_uri: REDIRECT_URI,
    scope: "user",
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    ...changes,
  })}`;
}

async function logIn(provider: Provider, ask: Ask): Promise<{ readonly code: string }> {
  await ask("GET", authorizePath({}));
  const { request, response } = ask.exchange("GET", "/");
  const login = { accountId: USER };
  const next = await provider.interactionResult(request, response, { login }, { mergeWithLastSubmission: false });
  const { location } = await ask("GET", new URL(next).pathname);
  return { code: URL.parse(location)?.searchParams.get("code") ?? "" };
}

async function grantOf(asked: Set<string>, { oidc }: KoaContextWithOIDC) {
  asked.add("loadExistingGrant");
  const grant = new oidc.provider.Grant({ clientId: CLIENT_ID, accountId: USER });
  grant.addOIDCScope("user");
  await grant.save();
  return grant;
}

function memoryAdapter(asked: Set<string>): (model: string) => Adapter {
  const kept = new Map<string, AdapterPayload>();
  const client = {
    client_id: CLIENT_ID,
    client_secret: STORED,
    redirect_uris: [REDIRECT_URI],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    application_type: "native",
    token_endpoint_auth_method: "client_secret_post",
  } as AdapterPayload;
  return (model) => ({
    upsert: async (id, payload) => void kept.set(`${model} ${id}`, payload),
    find: async (id) => (model === "Client" ? client : kept.get(`${model} ${id}`)),
    findByUid: async (uid) => [...kept.values()].find((payload) => payload.uid === uid),
    findByUserCode: async () => undefined,
    consume: async () => void asked.add(`consume ${model}`),
    destroy: async (id) => void kept.delete(`${model} ${id}`),
    revokeByGrantId: async () => undefined,
  });
}

type Answer = { readonly status: number; readonly location: string; readonly text: string };
type Ask = {
  (method: string, url: string, form?: Readonly<Record<string, string>>): Promise<Answer>;
  /** A request with the cookies that were set, and where its answer goes. */
  readonly exchange: (
    method: string,
    url: string,
  ) => { readonly request: IncomingMessage; readonly response: ServerResponse };
};

/** Asks the provider without a connection, as a browser that keeps its cookies. */
function askerOf(provider: Provider, baseUrl: string): Ask {
  const answer = provider.callback();
  const { host, protocol } = new URL(baseUrl);
  const cookies = new Map<string, string>();
  const socket = { encrypted: protocol === "https:", remoteAddress: "127.0.0.1" };

  function exchange(method: string, url: string, body?: string) {
    const request = new IncomingMessage(socket as unknown as IncomingMessage["socket"]);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const form = { "content-type": FORM_TYPE, "content-length": String(body?.length) };
    const headers = { host, cookie, "x-forwarded-host": host, "x-forwarded-proto": protocol.slice(0, -1) };
    Object.assign(request, {
      method,
      url,
      complete: true,
      headers: { ...headers, ...(body === undefined ? {} : form) },
    });
    if (body !== undefined) request.push(Buffer.from(body));
    request.push(null);
    return { request, response: new ServerResponse(request) };
  }

  function keep(response: ServerResponse): void {
    for (const text of [response.getHeader("set-cookie") ?? []].flat()) {
      const [name = "", value = ""] = String(text).split(";")[0]?.split("=") ?? [];
      cookies.set(name, value);
    }
  }

  const ask = (method: string, url: string, form?: Readonly<Record<string, string>>) =>
    new Promise<Answer>((resolve) => {
      const { request, response } = exchange(method, url, form && new URLSearchParams(form).toString());
      const end = (text: unknown) => {
        keep(response);
        const location = String(response.getHeader("location") ?? "");
        resolve({ status: response.statusCode, location, text: String(text ?? "") });
        return response;
      };
      answer(request, Object.assign(response, { end }));
    });
  return Object.assign(ask, { exchange });
}
