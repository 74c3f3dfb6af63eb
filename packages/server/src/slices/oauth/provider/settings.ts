/** What we settle of the protocol. Without its library, so that routes are there before it is loaded. */

const HOUR_S = 3_600;
const DAY_S = 86_400;
/** Seconds. Codes and tokens: docs/contract.md; the rest is ours. */
export const LIFETIME_S = {
  AuthorizationCode: 60,
  AccessToken: HOUR_S,
  IdToken: HOUR_S,
  RefreshToken: 90 * DAY_S, // from its last use
  Grant: 10 * 365 * DAY_S, // ended by what belongs to it
  Interaction: HOUR_S,
  Session: 30 * DAY_S,
} as const;

export const PATHS = {
  authorization: "/v1/oauth2/authorize",
  token: "/v1/oauth2/token",
  userinfo: "/v1/oauth2/userinfo",
  jwks: "/v1/oauth2/jwks",
  revocation: "/v1/oauth2/revoke",
  introspection: "/v1/oauth2/introspect",
  end_session: "/v1/oauth2/logout",
  pushed_authorization_request: "/v1/oauth2/par",
} as const;

/** A parameter of ours in an authorization request: its scopes came with commas. */
export const WITH_COMMAS = "leyden_commas";

/** Where a person who has to log in, or to allow something, is sent. */
export const interactionPath = (uid: string): string => `/login/${uid}`;
