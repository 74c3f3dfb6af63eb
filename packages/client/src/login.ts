import { checkingOptions, checkNames, type NamesOf, type OptionsOf } from "./checked-options.ts";
import {
  CONNECTION_OPTIONS,
  type ConnectionOptions,
  checkedKey,
  checkedNumbers,
  checkedUrl,
} from "./connection-options.ts";
import { invalidInput } from "./errors.ts";
import { type CallOptions, createHttp } from "./http.ts";
import { type Machine, sha256, thisMachine } from "./machine.ts";
import type { UserProfile, UserWallet } from "./objects.ts";
import { get } from "./option-names.ts";
import { sendForTokens, type Tokens } from "./tokens.ts";

export type LoginOptions = ConnectionOptions & {
  readonly clientId: string;
  /** Of the application. Keep it in your backend, never in a browser or an app. */
  readonly clientSecret: string;
  /** Where the browser comes back to: one of the redirect URLs of the application, character by character. */
  readonly redirectUri: string;
};

export type AuthorizationOptions = {
  /** What to ask the user for, such as `["openid", "profile", "email"]`; `user` and `wallet` without it. */
  readonly scopes?: readonly string[] | undefined;
  /** Comes back with the code; random without it. */
  readonly state?: string | undefined;
};

/** Where to send the browser, and what to keep in its session until it comes back. */
export type Authorization = {
  readonly url: string;
  /** Compare it with `state` of the address to which the browser comes back. */
  readonly state: string;
  /** A secret that belongs to the code. It never goes to the browser's address. */
  readonly verifier: string;
};

export type CodeExchange = { readonly code: string; readonly verifier: string };

/** "Log in with Leyden" for one application. */
export type Login = {
  /** Begins a login. It sends nothing. */
  authorization(options?: AuthorizationOptions): Promise<Authorization>;
  /**
   * Exchanges the code with which the browser came back, within 60 seconds. It is sent once: a code is good once, and a
   * second use ends what the first one gave. @throws {LeydenError} `invalid_grant` when the user has to log in again.
   */
  exchangeCode(exchange: CodeExchange, options?: CallOptions): Promise<Tokens>;
  /**
   * Exchanges a refresh token, which is good once: keep the new one. @throws {LeydenError} `invalid_grant` when the
   * user has to log in again.
   */
  refresh(refreshToken: string, options?: CallOptions): Promise<Tokens>;
  /**
   * Who has logged in. @throws {LeydenError} `invalid_token` when the token is to be refreshed, `token_scope_missing`
   */
  user(accessToken: string, options?: CallOptions): Promise<UserProfile>;
  /** What the user's wallet may spend, and what its limits leave. @throws {LeydenError} as `user` */
  wallet(accessToken: string, options?: CallOptions): Promise<UserWallet>;
};

const LOGIN_OPTIONS: NamesOf<LoginOptions> = {
  ...CONNECTION_OPTIONS,
  clientId: true,
  clientSecret: true,
  redirectUri: true,
};
const CODE_EXCHANGE: NamesOf<CodeExchange> = { code: true, verifier: true };
const AUTHORIZATION: NamesOf<AuthorizationOptions> = { scopes: true, state: true };

export const METHODS_OF_LOGIN: OptionsOf<Login> = {
  authorization: { at: 0, names: AUTHORIZATION },
  exchangeCode: get,
  refresh: get,
  user: get,
  wallet: get,
};

/**
 * Makes a login. It sends nothing and holds no connection.
 *
 * @throws {TypeError} when an option cannot be right. Its message never has the secret.
 */
export function createLogin(options: LoginOptions): Login {
  return loginOn(thisMachine, options);
}

/** For tests, which bring their own time. */
export function loginOn(thatMachine: Machine, options: LoginOptions): Login {
  checkNames("createLogin", options, LOGIN_OPTIONS);
  const { redirectUri } = options;
  const machine = { ...thatMachine, fetch: options.fetch ?? thatMachine.fetch };
  const connection = { baseUrl: checkedUrl(options.baseUrl), ...checkedNumbers(options) };
  const client = {
    client_id: checkedKey("clientId", options.clientId),
    client_secret: checkedKey("clientSecret", options.clientSecret),
  };
  if (!URL.canParse(redirectUri)) throw new TypeError("redirectUri must be an address");
  const http = (accessToken: string) =>
    createHttp({ ...connection, credentials: { authorization: `Bearer ${checkedToken(accessToken)}` } }, machine);
  const tokens = (fields: Readonly<Record<string, string>>, { signal }: CallOptions) =>
    sendForTokens({ ...connection, body: { ...client, ...fields }, signal }, machine);

  const login: Login = {
    async authorization({ scopes, state = machine.secret() } = {}) {
      if (scopes !== undefined && !isTextList(scopes))
        throw new TypeError('scopes must be a list of texts, such as ["openid", "email"]');
      const verifier = machine.secret();
      const parameters = new URLSearchParams({
        response_type: "code",
        client_id: client.client_id,
        redirect_uri: redirectUri,
        code_challenge: await sha256(verifier),
        code_challenge_method: "S256",
        state,
        ...(scopes === undefined ? {} : { scope: scopes.join(" ") }),
      });
      return { url: `${connection.baseUrl}/v1/oauth2/authorize?${parameters}`, state, verifier };
    },
    async exchangeCode(exchange, options = {}) {
      checkNames("exchangeCode", exchange, CODE_EXCHANGE);
      const { code, verifier } = exchange;
      return await tokens(
        { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri },
        options,
      );
    },
    refresh: async (refreshToken, options = {}) =>
      await tokens({ grant_type: "refresh_token", refresh_token: refreshToken }, options),
    user: async (accessToken, { signal } = {}) => await http(accessToken).get("/v1/oauth2/user", { signal }),
    wallet: async (accessToken, { signal } = {}) => await http(accessToken).get("/v1/oauth2/wallet", { signal }),
  };
  return checkingOptions(login, METHODS_OF_LOGIN);
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** What is no token is no header either. */
function checkedToken(token: string): string {
  if (!/^[\x21-\x7e]+$/.test(token)) throw invalidInput("accessToken", "must be an access token");
  return token;
}
