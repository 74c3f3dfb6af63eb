import type { InjectOptions } from "fastify";
import { expect } from "vitest";
import type { Caller, Scope } from "#kernel/caller.ts";
import { type Msats, sats } from "#kernel/money.ts";
import { rememberNode } from "#lightning";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { noLook } from "#platform/database/testing/look.harness.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import type { OpenApi } from "#platform/http/openapi.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { createMetrics } from "#platform/metrics.ts";
import { centsOf, createPriceFeed } from "#prices";
import { fakeOutbound } from "#slices/events/testing/events.harness.ts";
import { settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { createWorld } from "#slices/payments/testing/world.harness.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import { createRecipientCache, recipientsAt } from "#wallets";
import { apiRoutes } from "../routes.ts";
import { wireEvents } from "../wire-events.ts";
import { ask, askUntil, sampleApp } from "./app.harness.ts";
import { type Around, type Given, type Make, OPERATIONS, PLANS } from "./example-makers.harness.ts";
import { type Documented, kindsOf, requestExample } from "./examples.harness.ts";
import { neighbours, routeDeps } from "./neighbours.harness.ts";

/** As where the operator has named sources. */
const prices = createPriceFeed({ clock: machineClock, source: { read: async () => centsOf("97123.45") } });

type Project = Around & { readonly key: string };
type Shown = Documented & { readonly label: string };
type Otherwise = {
  /** Instead of the maker of the operation. */
  readonly make?: Make;
  /** What the project has. */
  readonly funds?: Msats;
  /** What its key may do, once all is made. */
  readonly scopes?: readonly Scope[];
  /** The project of an earlier request. */
  readonly of?: Project;
};

function withScopes(caller: Caller, scopes: readonly Scope[]): Caller {
  if (caller.actor.kind !== "project") throw new Error("the caller is a project");
  return { ...caller, actor: { ...caller.actor, access: { scopes, networks: undefined } } };
}

/** The whole API on a database, where the examples of the reference can be called. */
export async function createExampleService(
  database: DatabaseUnderTest,
  { document, routes = [] }: { readonly document: OpenApi; readonly routes?: readonly RoutesPlugin[] },
) {
  const world = createWorld(database);
  world.pay.recipientOf = recipientsAt(new URL(neighbours.baseUrl).host, {
    db: database.db,
    recipientCache: createRecipientCache(machineClock),
  });
  const outbound = fakeOutbound();
  const callers = new Map<string, Caller>();
  const { id: userId } = await givenUser(database, { gamertag: "alice" });
  const machine = { ...world.drive, outbound: { ...outbound, close: async () => undefined } };
  const metrics = createMetrics({ process: false, clock: world.drive.clock });
  const events = wireEvents({ sends: false, webhookAnswers: "public", connectionsMax: 100 }, metrics, {
    ...machine,
    look: noLook,
    ownNode: rememberNode(database.db),
  });
  const deps = routeDeps(world, { bodies: events.routes.bodies, outbound, prices });
  const app = await sampleApp({
    authenticate: async (key) => callers.get(key),
    routes: [...apiRoutes(deps), ...routes],
  });

  /** A project of its own for each case. */
  async function around(label: string, funds = sats(1_000_000n)): Promise<Project> {
    const caller = await world.project("project", funds);
    const key = caller.wallet.id;
    callers.set(key, caller);
    world.node.plan = settles();
    const call: Around["call"] = async (method, url, body) => {
      const json = body === undefined ? {} : { payload: body, headers: { "content-type": "application/json" } };
      const answer = await ask(app, { method, url, ...json, headers: { ...json.headers, apikey: key } });
      await world.settled();
      expect(answer.json().data, answer.body).toBeDefined();
      return answer.json().data;
    };
    return { key, database, world, outbound, caller, call, label, userId };
  }

  /** A stream is read until `until` has come. */
  async function send(request: InjectOptions, until: string) {
    const answer = await askUntil(app, request, until);
    await world.settled();
    return answer;
  }

  /** The request as the reference shows it, with what was made for it in its place. */
  async function given({ label, ...operation }: Shown, { make, funds, scopes, of }: Otherwise = {}) {
    const project = of ?? (await around(label, funds));
    const replaced = (await (make ?? OPERATIONS[operation.name])?.(project)) ?? {};
    if (scopes !== undefined) callers.set(project.key, withScopes(project.caller, scopes));
    world.node.plan = PLANS[label] ?? settles();
    return { project, replaced, request: requestOf(operation, replaced, project.key) };
  }

  function requestOf(operation: Documented, replaced: Given, apikey: string): InjectOptions {
    const { path, query: shown, headers, body } = requestExample(operation, document);
    const payload = body && { ...body, ...replaced.body };
    // What stands in the place of an example is of its kind, and there is an example in whose place it stands.
    expect(kindsOf({ ...path, ...replaced.path })).toEqual(kindsOf(path));
    expect(kindsOf(payload)).toEqual(kindsOf(body));
    const placed = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(replaced.path?.[name] ?? path[name] ?? ""),
    );
    const query = { ...shown, ...replaced.query };
    const search = Object.keys(query).length === 0 ? "" : `?${new URLSearchParams(query)}`;
    return {
      method: operation.method.toUpperCase() as "GET",
      url: placed + search,
      headers: {
        apikey,
        ...headers,
        ...replaced.headers,
        ...(payload === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(payload === undefined ? {} : { payload }),
    };
  }

  return { app, world, around, given, send, close: () => app.close() };
}
