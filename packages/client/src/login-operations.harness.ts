import type { Login } from "./login.ts";

/**
 * How each operation of the document that takes an access token is called. A new one needs its method, and its entry
 * here.
 */
export const LOGIN_OPERATIONS: Readonly<Record<string, (login: Login, accessToken: string) => Promise<unknown>>> = {
  "GET /v1/oauth2/user": (login, accessToken) => login.user(accessToken),
  "GET /v1/oauth2/wallet": (login, accessToken) => login.wallet(accessToken),
};
