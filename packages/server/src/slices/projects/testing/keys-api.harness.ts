import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { Actor, Caller } from "#kernel/caller.ts";
import type { ProjectId } from "#kernel/ids.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import type { Api } from "#platform/http/index.ts";
import { memoryJournal } from "#platform/journal/testing/memory-journal.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { sampleApp } from "#service/testing/app.harness.ts";
import { findWallet } from "#wallets";
import { authenticate, createKeyCache } from "../authenticate.ts";
import { createKey } from "../create-key.ts";
import { createProject } from "../create-project.ts";
import type { KeyPolicyChanges } from "../model/key-policy.ts";
import { keysDashboardRoutes } from "../routes.ts";

export const random = machineRandom();

/** What JSON brings. */
export type Body = ReturnType<typeof JSON.parse>;

/** As the guard of the pages makes it: a member is a key of the project, with rules of its own. */
export type Member = { readonly name: string; readonly caller: Caller; readonly projectId: ProjectId };

/**
 * The routes of keys with members of two projects who call them. Call it where tests are declared; it makes its own
 * hooks.
 */
export function keysApi(database: () => DatabaseUnderTest) {
  let app: Api;
  const callers = new Map<string, Caller>();
  const journal = memoryJournal();
  const clock = { ...machineClock, sleep: async () => undefined };
  const keyCache = createKeyCache(clock);
  const deps = () => ({ db: database().db, clock, random, keyCache, journal });
  /** May everything. */
  let owner: Member;

  beforeAll(async () => {
    app = await sampleApp({
      authenticate: async (name) => callers.get(name),
      routes: [keysDashboardRoutes(deps())],
    });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    owner = await givenMember();
  });

  async function givenMember(policy?: KeyPolicyChanges, of?: Member): Promise<Member> {
    const { db, batch } = database();
    const project = of ? undefined : await createProject({ batch, random }, { name: random.uuid() });
    const projectId = of?.projectId ?? (project?.id as ProjectId);
    const wallet = of?.caller.wallet ?? (project && (await findWallet(db, project.walletId)));
    if (wallet === undefined) throw new Error("the project has no wallet");
    const { key } = await createKey(deps(), { projectId, name: "a member", policy });
    const access = policy && { scopes: undefined, networks: undefined };
    const actor: Actor = {
      kind: "project",
      projectId,
      keyId: key.id,
      policy: { feeCeilingBasisPoints: 500n, internalIdIsUnique: false },
      access,
    };
    const member = { name: random.uuid(), caller: { wallet, actor }, projectId };
    callers.set(member.name, member.caller);
    return member;
  }

  async function ask(
    method: InjectOptions["method"] & string,
    url: string,
    payload?: object,
    { as = owner, key }: { as?: Member; key?: string } = {},
  ) {
    const headers = {
      apikey: as.name,
      ...(payload === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
    };
    const answer = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
    const body: Body = answer.json();
    const replayed = answer.headers["idempotent-replayed"] === "true";
    return {
      status: answer.statusCode,
      code: body.error?.code,
      cache: answer.headers["cache-control"],
      replayed,
      body,
    };
  }
  const data = async (...request: Parameters<typeof ask>): Promise<Body> => {
    const { status, body } = await ask(...request);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data;
  };
  const make = (more: object = {}, as = owner) => data("POST", "/keys", { name: "Payouts", ...more }, { as });
  const listed = async (as = owner): Promise<Body[]> =>
    (await data("GET", "/keys", undefined, { as })).filter(({ name }: Body) => name !== "a member");
  const scheduler = { loop: () => Promise.reject() as never, spawn: () => undefined };
  const actorOf = async (secret: string) =>
    (await authenticate({ ...deps(), keyCache: createKeyCache(clock), scheduler }, secret))?.actor;

  return { deps, journal, clock, givenMember, ask, data, make, listed, actorOf, owner: () => owner };
}
