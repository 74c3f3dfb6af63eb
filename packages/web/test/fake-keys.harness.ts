import type { FastifyRequest } from "fastify";
import type { Api, RoutesPlugin } from "../../server/src/platform/http/index.ts";
import type { PageShape } from "../src/api/shapes.ts";
import { type FakePeople, fakeRoutes, PROJECT_CALLS, PROJECTS, Refusal } from "./fake-people.harness.ts";

type Key = PageShape<"ProjectKey">;
type App = PageShape<"ApplicationWithSecrets">;

const AT = "2026-11-28T01:00:00.000Z";
const LATER = "2027-11-28T01:00:00.000Z";
const idOf = (kind: string, number: number) => `0197c5a1-0000-7000-8000-${kind}${String(number).padStart(11, "0")}`;
export const KEY_ID = idOf("a", 0);
export const APP_ID = idOf("b", 0);
export const SECRET = `ley_${"0A1b2C3d4E".repeat(3)}567890`;
export const CODE = "code-of-the-login";

/** What the made-up service knows besides payments. */
export type FakeKeys = {
  keys: Key[];
  apps: App[];
  members: PageShape<"Member">[];
  invitations: PageShape<"Invitation">[];
  changes: PageShape<"ProjectChange">[];
  settings: PageShape<"ProjectSettings">;
  /** Keys that were made, by their idempotency keys. */
  readonly made: Map<string, string>;
  /** Idempotency keys of the calls that made a project. */
  projectKeys: string[];
  /** The next thing is made, and its answer lost. */
  losesAnswer: boolean;
};

export function fakeKey(number: number, changes: Partial<Key> = {}): Key {
  const none = { limit: null, spent: "0", remaining: null, moreAt: null };
  const daily = { limit: "1000000000", spent: "250000000", remaining: "750000000", moreAt: LATER };
  return {
    id: idOf("a", number),
    name: `Payouts ${number}`,
    prefix: SECRET.slice(0, 10),
    status: "valid",
    createdAt: AT,
    lastUsedAt: AT,
    endsAt: LATER,
    revokedAt: null,
    rolledFrom: null,
    rolledTo: null,
    waitsFor: null,
    unit: "msats",
    policy: {
      scopes: ["read", "send"],
      cap: "50000000",
      destinations: ["*@shop.example"],
      networks: ["203.0.113.0/24"],
    },
    budgets: { daily, weekly: none, monthly: none },
    ...changes,
  };
}

const budgetOf = (limit: string | null) => ({ limit, spent: "0", remaining: limit, moreAt: null });

/** As the service writes down what it was asked for: names of hosts are in lower case. */
function keyOf(number: number, asked: Readonly<Record<string, unknown>>): Key {
  const list = (name: string) => (asked[name] as string[] | undefined)?.map((entry) => entry.toLowerCase()) ?? null;
  const most = (name: string) => (asked[name] as string | undefined) ?? null;
  return fakeKey(number, {
    name: String(asked["name"]),
    lastUsedAt: null,
    endsAt: most("endsAt"),
    policy: {
      scopes: list("scopes"),
      cap: most("cap"),
      destinations: list("destinations"),
      networks: list("networks"),
    },
    budgets: { daily: budgetOf(most("daily")), weekly: budgetOf(most("weekly")), monthly: budgetOf(most("monthly")) },
  });
}

function fakeMember(number: number, changes: Partial<PageShape<"Member">> = {}): PageShape<"Member"> {
  const gamertag = ["ann", "bob"][number] ?? "";
  return {
    id: idOf("c", number),
    user: { id: PROJECTS[0], gamertag, email: `${gamertag}@example.com` },
    role: "owner",
    isYou: number === 0,
    cap: null,
    daily: null,
    spent: "0",
    addedAt: AT,
    ...changes,
  };
}

export function createFakeKeys(): FakeKeys {
  const user = { id: PROJECTS[0], gamertag: "ann" };
  const change = { at: AT, user, role: "owner" as const, network: "203.0.113.0/24", requestId: "req-1" };
  return {
    keys: [fakeKey(0), fakeKey(1, { name: "Old", status: "revoked", revokedAt: AT, policy: null, budgets: null })],
    apps: [
      {
        id: APP_ID,
        clientId: "c0ffee".repeat(6),
        name: "Coin Race",
        logoUrl: null,
        redirectUris: ["https://game.example/callback"],
        createdAt: AT,
        revokedAt: null,
        secrets: [{ id: "5ec1", lastFour: null, createdAt: AT, usedAt: AT }],
      },
    ],
    members: [
      fakeMember(0, { cap: "100000000", daily: "500000000" }),
      fakeMember(1, { role: "developer", daily: "20000000", spent: "1000000" }),
    ],
    invitations: [{ id: idOf("d", 0), email: "eve@example.com", role: "viewer", invitedAt: AT, expiresAt: LATER }],
    changes: [
      { ...change, id: idOf("e", 0), operation: "createKey", subject: KEY_ID, status: 200 },
      { ...change, id: idOf("e", 1), operation: "changeMember", subject: idOf("c", 1), status: 403 },
      { ...change, id: idOf("e", 2), operation: "sendPayment", subject: null, status: null },
    ],
    settings: {
      name: "Coffee & Games",
      handle: "coffee",
      contact: null,
      lowBalance: null,
      language: "en",
      languages: [
        { code: "en", name: "English" },
        { code: "de", name: "Deutsch" },
      ],
      unit: "msats",
    },
    made: new Map(),
    losesAnswer: false,
    projectKeys: [],
  };
}

const at = (path: string) => `${PROJECT_CALLS}${path}`;
const missing = () => new Refusal(404, "not_found", "there is no such thing");
const bodyOf = ({ body }: FastifyRequest) => body as Readonly<Record<string, unknown>>;

/** The routes of keys, applications, members and settings, on `keys`. */
export function fakeKeyRoutes(people: FakePeople, keys: FakeKeys): readonly RoutesPlugin[] {
  return [
    fakeRoutes(people, (on) => {
      on("GET", at("/keys"), () => ({ rows: keys.keys }));
      on("POST", at("/keys"), (request) => makeKey(keys, request));
      on("POST", at("/keys/:id/roll"), ({ params }) => {
        const former = keys.keys.find(({ id }) => id === params["id"]);
        if (former === undefined) return missing();
        const made = { ...former, id: idOf("a", keys.keys.length), rolledFrom: former.id };
        Object.assign(former, { rolledTo: made.id });
        const [last] = keys.changes;
        if (last !== undefined)
          keys.changes.unshift({ ...last, operation: "rollKey", subject: former.id, status: 200 });
        keys.keys.unshift(made);
        return { ...made, apiKey: SECRET };
      });
      on("PATCH", at("/keys/:id"), (request) => {
        const found = keys.keys.find(({ id }) => id === request.params["id"]);
        const { name = found?.name } = bodyOf(request);
        return Object.assign(found ?? {}, { name });
      });
      on("DELETE", at("/keys/:id"), ({ params }) => {
        const found = keys.keys.find(({ id }) => id === params["id"]);
        return Object.assign(found ?? {}, { status: "revoked", revokedAt: AT });
      });
      on("GET", at("/history"), ({ query }) => ({
        rows: keys.changes.filter(({ subject }) => (query["subject"] ?? subject) === subject),
      }));
    }),
    appRoutes(people, keys),
    memberRoutes(people, keys),
    loginRoutes,
  ];
}

function makeKey(keys: FakeKeys, request: FastifyRequest) {
  const name = String(request.headers["idempotency-key"]);
  const earlier = keys.keys.find(({ id }) => id === keys.made.get(name));
  if (earlier !== undefined) return { ...earlier, apiKey: null };
  const asked = bodyOf(request);
  if (BigInt(String(asked["cap"] ?? 10n ** 18n)) > 100_000_000n)
    return new Refusal(
      403,
      "key_too_wide",
      "you may give a key no more than you have yourself: cap at most 100000000 msats",
    );
  const made = keyOf(keys.keys.length, asked);
  keys.keys.unshift(made);
  keys.made.set(name, made.id);
  if (!keys.losesAnswer) return { ...made, apiKey: SECRET };
  keys.losesAnswer = false;
  return new Refusal(502, "no_answer", "nothing came back");
}

function appRoutes(people: FakePeople, keys: FakeKeys): RoutesPlugin {
  const find = (id: string | undefined) => keys.apps.find((app) => app.id === id) as App;
  const clientSecret = "5ec2e7".repeat(6);
  return fakeRoutes(people, (on) => {
    on("GET", at("/apps"), () => ({ apps: keys.apps, max: 20 }));
    on("GET", at("/apps/:id"), ({ params }) => find(params["id"]) ?? missing());
    /** What its key has made is made once, and its secret is in the first answer alone. */
    const secretOf = ({ headers }: FastifyRequest, make: () => App) => {
      const name = String(headers["idempotency-key"]);
      const earlier = keys.made.get(name);
      const app = earlier === undefined ? make() : find(earlier);
      keys.made.set(name, app.id);
      if (!keys.losesAnswer) return { app, clientSecret: earlier === undefined ? clientSecret : null };
      keys.losesAnswer = false;
      return new Refusal(502, "no_answer", "nothing came back");
    };
    on("POST", at("/apps"), (request) =>
      secretOf(request, () => {
        const [first] = createFakeKeys().apps;
        const app = { ...first, ...bodyOf(request), logoUrl: null, id: idOf("b", keys.apps.length) } as App;
        keys.apps.push(app);
        return app;
      }),
    );
    on("PATCH", at("/apps/:id"), (request) => Object.assign(find(request.params["id"]), bodyOf(request)));
    on("POST", at("/apps/:id/secrets"), (request) =>
      secretOf(request, () => {
        const app = find(request.params["id"]);
        const made = { id: "5ec2", lastFour: clientSecret.slice(-4), createdAt: LATER, usedAt: null };
        return Object.assign(app, { secrets: [...app.secrets, made] });
      }),
    );
    on("DELETE", at("/apps/:id/secrets/:secret"), ({ params }) => {
      const app = find(params["id"]);
      Object.assign(app, { secrets: app.secrets.filter(({ id }) => id !== params["secret"]) });
      return {};
    });
    on("DELETE", at("/apps/:id"), ({ params }) => Object.assign(find(params["id"]), { revokedAt: AT }) && {});
  });
}

function memberRoutes(people: FakePeople, keys: FakeKeys): RoutesPlugin {
  return fakeRoutes(people, (on) => {
    on("GET", at("/members"), () => ({ members: keys.members, invitations: keys.invitations }));
    on("POST", at("/invitations"), (request) => {
      const { email, role } = bodyOf(request) as { readonly email: string; readonly role: "viewer" };
      const made = { id: idOf("d", keys.invitations.length), email, role, invitedAt: AT, expiresAt: LATER };
      keys.invitations.push(made);
      return made;
    });
    on("DELETE", at("/invitations/:id"), ({ params }) => {
      keys.invitations = keys.invitations.filter(({ id }) => id !== params["id"]);
      return {};
    });
    on("PATCH", at("/members/:id"), (request) => {
      const found = keys.members.find(({ id }) => id === request.params["id"]);
      Object.assign(found ?? {}, bodyOf(request));
      return {};
    });
    on("DELETE", at("/members/:id"), ({ params }) => {
      keys.members = keys.members.filter(({ id }) => id !== params["id"]);
      return {};
    });
    on("GET", at("/settings"), () => keys.settings);
    on("PATCH", at("/settings"), (request) => {
      const changes = bodyOf(request);
      const lowBalance = changes["lowBalance"] === "none" ? { lowBalance: null } : {};
      keys.settings = { ...keys.settings, ...changes, ...lowBalance };
      return keys.settings;
    });
    on("DELETE", at("/membership"), () => {
      people.me = { ...people.me, projects: people.me.projects.slice(1) };
      return {};
    });
    on("POST", "/dashboard/api/projects", (request) => {
      const name = String(bodyOf(request)["name"]);
      keys.projectKeys.push(String(request.headers["idempotency-key"]));
      if (keys.losesAnswer) {
        keys.losesAnswer = false;
        return new Refusal(502, "no_answer", "nothing came back");
      }
      const [id] = PROJECTS;
      const projects: FakePeople["me"]["projects"] = [
        { id, name, handle: "game", role: "owner", actions: ["read"], createdAt: AT },
      ];
      people.me = { ...people.me, projects };
      return { id, name, handle: "game" };
    });
    on("POST", "/dashboard/api/invitations/:id/accept", () => {
      people.me = { ...people.me, invitations: [] };
      return { project: PROJECTS[0] };
    });
  });
}

/** A login that everybody allows at once, and the route that says who it was. */
const loginRoutes: RoutesPlugin = (api: Api) => {
  const options = { config: { access: "public", takesAnyQuery: true }, schema: { hide: true } } as const;
  api.get("/v1/oauth2/authorize", options, async (request, reply) => {
    const query = request.query as Readonly<Record<string, string>>;
    const back = new URL(query["redirect_uri"] ?? "");
    for (const [name, value] of [
      ["code", CODE],
      ["state", query["state"] ?? ""],
    ] as const)
      back.searchParams.set(name, value);
    return reply.redirect(back.href, 303);
  });
  api.get("/v1/oauth2/user", options, async (request) => ({ gamertag: "ann", asked: request.headers.authorization }));
};
