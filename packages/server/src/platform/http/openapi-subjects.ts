/** What the documents are about: the API, and the calls of our own pages. */
import type { RouteOptions } from "fastify";
import type { ErrorCode } from "#kernel/error-codes.ts";
import { scopeOf } from "./admission.ts";

export type JsonSchema = { readonly [keyword: string]: unknown };
/** Schemes by name with what is needed of each; one of the list is enough. */
export type Security = readonly Readonly<Record<string, readonly string[]>>[];

type RouteConfig = NonNullable<RouteOptions["config"]>;

export type Subject = {
  readonly title: string;
  readonly description: string;
  readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  has(route: RouteOptions): boolean;
  /** Each of the alternatives is enough. */
  securityOf(route: RouteOptions): Security;
  /** Codes with which credentials are refused. */
  refusalsOf(config: RouteConfig): readonly ErrorCode[];
};

/** A path of the API; below a project it has another beginning. */
const OWN_PATH = /^\/v[01]\//;

const API_DESCRIPTION = `Pay people in bitcoin over Lightning, and be paid.

Amounts are millisatoshis (1 sat = 1000 msats) and travel as strings of digits. Times are ISO 8601 in UTC. Every answer is
JSON: \`success\`, \`data\` and \`message\`, or on a failure \`success: false\`, \`message\` and \`error\` with a stable \`code\`.

Calls carry the project's key in the header \`apikey\`. The examples take it from the environment: \`export LEYDEN_KEY=ley_…\`.
Profile and wallet of a user who has logged in to an application are read with an access token instead (\`LEYDEN_TOKEN\`).
A first start prints a key and writes it to \`development.json\` in the data folder; \`npm run leyden -- key create demo\` makes another one.

A POST that writes, and a DELETE, takes an \`Idempotency-Key\`: sent again with the same key and body it answers the first result again and
does nothing twice. **A timeout is not a failure**: a payment is paid again only when it says \`failed\`.`;

export const API: Subject = {
  title: "Leyden",
  description: API_DESCRIPTION,
  securitySchemes: {
    projectKey: {
      type: "apiKey",
      in: "header",
      name: "apikey",
      description:
        "The project's key, from your backend only. A key may have a policy: scopes, a most for one payment and for 24 hours, " +
        "destinations, and addresses from which it is used. Each operation names the scope that it needs (OpenAPI: a role): `read`, " +
        "`receive`, `send`, `vouchers`, `ramp`, or `all`, which only a key without scopes has.",
    },
    accessToken: {
      type: "http",
      scheme: "bearer",
      description:
        "The access token that `POST /v1/oauth2/token` gave an application when a user logged in. It is valid for an hour and reads what " +
        "the user allowed: each operation names the scopes that it needs.",
    },
    usertoken: {
      type: "apiKey",
      in: "header",
      name: "usertoken",
      description:
        "The same token in a header of its own, as some clients send it. `Authorization` counts where both are sent.",
    },
  },
  has: ({ config, url }) => config?.action === undefined || OWN_PATH.test(url),
  securityOf(route) {
    const { access, tokenScopes } = route.config ?? {};
    if (access === "public") return [];
    if (tokenScopes === undefined) return [{ projectKey: [scopeOf(route)] }];
    return ["accessToken", "usertoken"].flatMap((scheme) => tokenScopes.map((scopes) => ({ [scheme]: scopes })));
  },
  refusalsOf({ access, tokenScopes }) {
    if (access === "public") return [];
    if (tokenScopes !== undefined) return ["invalid_token", "token_scope_missing"];
    return ["invalid_key", "scope_missing", "key_unconfirmed", "address_not_allowed"];
  },
};

const PAGES_DESCRIPTION = `What the dashboard and the wallet call. These calls are for the pages of the service: they may
change with each release. What is built on the service uses the API.

The cookie of a login is their credential. A call that changes something carries the header \`X-Leyden-Page\` and comes
from a page of the service. Each operation names what it is (\`read\`, \`send\`, \`members\` …), which a role allows
or not; what moves money, shows a secret or changes members asks for a login of the last 10 minutes.

Below \`/dashboard/api/projects/{project}/v0/\` are the operations of the API itself, for a member instead of a key.`;

/** A path of the API below a project: it is described there. */
const OF_API = /\/v[01]\//;

export const PAGES: Subject = {
  title: "Leyden, calls of its own pages",
  description: PAGES_DESCRIPTION,
  securitySchemes: {
    login: {
      type: "apiKey",
      in: "cookie",
      name: "__Host-leyden",
      description: "The cookie of a browser that is logged in. Without TLS, as in development, it is `leyden`.",
    },
  },
  has: ({ config, url }) => config?.action !== undefined && !OF_API.test(url),
  securityOf: ({ config }) => [{ login: [config?.action ?? ""] }],
  refusalsOf: () => ["login_needed", "fresh_login_needed", "page_call_refused", "role_missing", "project_not_found"],
};
