import type { InjectOptions } from "fastify";
import { PLAIN } from "#kernel/branding.ts";
import type { Clock } from "#kernel/clock.ts";
import type { ProjectId } from "#kernel/ids.ts";
import type { RefusedCall } from "#kernel/refused-call.ts";
import { sql } from "#platform/database/db.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { browserCookie, newBrowserSecret } from "#platform/http/browser-cookie.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createKeyCache, createProject, type Project } from "#projects";
import { type PageRoutesDeps, pageRoutes } from "#service/page-routes.ts";
import { ask, sampleApp } from "#service/testing/app.harness.ts";
import { eventPageDeps } from "#slices/events/testing/events.harness.ts";
import { hashOf } from "#slices/login/model/secrets.ts";
import { SESSION_MS } from "#slices/login/model/session.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import type { User } from "#users";
import { addMember } from "../add-member.ts";
import type { Role } from "../model/role.ts";

export const BASE_URL = "https://leyden.example";
const MINUTE_MS = 60_000;

/** A person with a browser that is logged in. */
export type Someone = { readonly user: User; readonly cookie: string };

export type PagesWorld = Awaited<ReturnType<typeof givenPages>>;

type Routes = {
  /** Of projects, for members. */
  readonly routes?: readonly RoutesPlugin[];
  /** Beside the calls of pages. */
  readonly api?: readonly RoutesPlugin[];
  /** Hears of what was refused. */
  readonly refused?: (call: RefusedCall) => void;
};

/** The calls of our own pages on a database, with a clock that stands until it is moved by hand. */
export async function givenPages(
  database: DatabaseUnderTest,
  { routes = [], api = [], refused, ...changes }: Partial<PageRoutesDeps> & Routes = {},
) {
  let nowMs = machineClock.now().getTime();
  const clock: Clock & { advance(ms: number): void } = {
    ...machineClock,
    now: () => new Date(nowMs),
    advance(ms) {
      nowMs += ms;
    },
  };
  const random = machineRandom(clock);
  const deps: PageRoutesDeps = {
    db: database.db,
    batch: database.batchOn(clock),
    journal: database.journal,
    clock,
    random,
    baseUrl: BASE_URL,
    limits: { perRecipient: 100, perProject: 100 },
    outlet: () => ({ kind: "mailbox" }),
    keyCache: createKeyCache(clock),
    narrowed: {},
    mayOpen: true,
    serviceName: PLAIN.name,
    network: () => "regtest",
    events: eventPageDeps({ db: database.db, clock }),
    ...changes,
  };
  const app = await sampleApp({ clock, baseUrl: BASE_URL, refused, routes: [...api, ...pageRoutes(deps, routes)] });
  const project = (name = `project ${random.uuid()}`): Promise<Project> => createProject(deps, { name });

  /** A browser of the user, which logged in `minutes` ago. */
  async function login(user: User, minutes = 0): Promise<Someone> {
    return await logInAs(database, user, new Date(nowMs - minutes * MINUTE_MS));
  }

  async function someone(minutes = 0): Promise<Someone> {
    return await login(await givenUser(database, { emailIsVerified: true }), minutes);
  }

  async function member(of: { readonly id: ProjectId }, role: Role, minutes = 0): Promise<Someone> {
    const person = await someone(minutes);
    await addMember(deps, { projectId: of.id, userId: person.user.id, role });
    return person;
  }

  return { app, deps, clock, project, login, someone, member, call: callsOf(app) };
}

/** A browser of the user, which logged in at this time. */
export async function logInAs({ db }: DatabaseUnderTest, user: User, at: Date): Promise<Someone> {
  const random = machineRandom();
  const secret = newBrowserSecret(random);
  await db.query(sql`
    insert into login.session (
             id, user_id, secret_hash, authenticated_at, methods, seen_at, expires_at, user_agent, network)
    values (${random.uuid()}, ${user.id}, ${hashOf(secret)}, ${at}, ${["email"]}, ${at},
            ${new Date(at.getTime() + SESSION_MS)}, 'test', '192.0.2.1')`);
  return { user, cookie: `${browserCookie(BASE_URL).name}=${secret}` };
}

type Call = InjectOptions & { readonly as?: { readonly cookie: string } | undefined };

/** Calls as a page does it: with the cookie, the header of our pages, and the origin that a browser names. */
export function callsOf(app: Awaited<ReturnType<typeof sampleApp>>) {
  return async (
    method: "GET" | "HEAD" | "POST" | "PATCH" | "PUT" | "DELETE",
    url: string,
    { as, ...rest }: Call = {},
  ) => {
    const answer = await ask(app, {
      method,
      url,
      ...rest,
      headers: {
        ...(as && { cookie: as.cookie }),
        ...(method !== "GET" && { origin: BASE_URL, "x-leyden-page": "1" }),
        ...(rest.payload !== undefined && { "content-type": "application/json" }),
        ...rest.headers,
      },
    });
    return { status: answer.statusCode, headers: answer.headers, ...read(answer.body) };
  };
}

type Read = {
  // biome-ignore lint/suspicious/noExplicitAny: tests read fields of any answer
  readonly data: any;
  readonly code: string | undefined;
  readonly body: string;
};

function read(body: string): Read {
  const parsed = body.startsWith("{") ? JSON.parse(body) : {};
  return { data: parsed.data, code: parsed.error?.code, body };
}
