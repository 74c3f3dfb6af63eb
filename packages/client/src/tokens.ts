import { objectOf, parseJson, readFailure } from "./failure.ts";
import type { Machine } from "./machine.ts";
import { type Read, sendFor } from "./send.ts";

/** What a login gave. */
export type Tokens = {
  /** Reads what the user allowed, for `expiresIn` seconds. */
  readonly accessToken: string;
  /** For the next tokens. It is good once. */
  readonly refreshToken: string;
  /** Seconds. */
  readonly expiresIn: number;
  /** What the user allowed. */
  readonly scopes: readonly string[];
  /** Of OpenID Connect, when `openid` is among the scopes. It is not verified here: it came from the service itself. */
  readonly idToken: string | undefined;
};

type Asked = {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly body: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
};

/**
 * Asks for tokens, once. @throws {LeydenError} whose code is that of RFC 6749, section 5.2, such as `invalid_grant`.
 */
export async function sendForTokens({ baseUrl, timeoutMs, body, signal }: Asked, machine: Machine): Promise<Tokens> {
  const request = {
    method: "POST",
    url: `${baseUrl}/v1/oauth2/token`,
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify(body),
    idempotencyKey: undefined,
    movesMoney: false,
    timeoutMs,
    signal,
  };
  return await sendFor(readTokens, request, 0, machine);
}

const readTokens: Read<Tokens> = async (response) => {
  const text = await response.text();
  const body = objectOf(parseJson(text));
  const tokens = response.ok ? tokensOf(body) : undefined;
  if (tokens !== undefined) return { kind: "answer", answer: tokens };
  const failure = readFailure(response, text);
  const code = body?.["error"];
  if (response.ok || typeof code !== "string") return { kind: "failure", failure };
  const description = body?.["error_description"];
  const message = typeof description === "string" ? description : code;
  return { kind: "failure", failure: { ...failure, code, message, leavesDoubt: false } };
};

function tokensOf(body: Readonly<Record<string, unknown>> | undefined): Tokens | undefined {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresIn, scope, id_token } = body ?? {};
  if (typeof accessToken !== "string" || typeof refreshToken !== "string" || typeof expiresIn !== "number") return;
  return {
    accessToken,
    refreshToken,
    expiresIn,
    scopes: typeof scope === "string" ? scope.split(" ") : [],
    idToken: typeof id_token === "string" ? id_token : undefined,
  };
}
