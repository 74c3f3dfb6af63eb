import { afterAll, beforeAll, expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { sats } from "#kernel/money.ts";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Api } from "#platform/http/index.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { ask, sampleApp, sampleRoutes } from "#service/testing/app.harness.ts";
import { asProjectPages, PROJECT_PAGES } from "#service/testing/project-pages.harness.ts";
import { createWorld, type World } from "#slices/payments/testing/world.harness.ts";
import { searchRoutes } from "#slices/things/routes.ts";
import { requestRoutes } from "./dashboard-routes.ts";
import type { AskedRequest } from "./find-request.ts";
import { requestFinder } from "./find-things.ts";
import { createRefusedLog } from "./keep-refused.ts";

onDatabase("the log of refused requests", (database) => {
  let app: Api;
  let world: World;
  const callers = new Map<string, Caller>();

  beforeAll(async () => {
    world = createWorld(database());
    for (const name of ["owner", "other", "elsewhere"]) callers.set(name, await world.project(name, sats(1n)));
    const { db, batch } = database();
    const log = createRefusedLog({ ...world.drive, batch });
    const made = { id: "01a1f9ba-a0a8-7169-bb85-f785abe3de6f", createdAt: new Date("2026-11-20T16:12:00.043Z") };
    const isOwn = ({ wallet, requestId }: AskedRequest) =>
      wallet.id === callers.get("owner")?.wallet.id && requestId === "order-1";
    const deps = { db, finders: { payment: async (_: Db, asked: AskedRequest) => (isOwn(asked) ? [made] : []) } };
    app = await sampleApp({
      authenticate: (key) => callers.get(key),
      refused: log.note,
      routes: [sampleRoutes, asProjectPages(requestRoutes(deps), searchRoutes({ finders: [requestFinder(deps)] }))],
    });
  });
  afterAll(() => app.close());

  const send = async (apikey: string, url: string, payload?: object, headers: Record<string, string> = {}) => {
    const method = payload === undefined ? "GET" : "POST";
    const answer = await ask(app, { method, url, headers: { apikey, ...headers }, ...(payload && { payload }) });
    await world.settled();
    return answer;
  };
  const list = async (apikey: string, query = "") => (await send(apikey, `${PROJECT_PAGES}/requests${query}`)).json();
  const newProject = async (name: string) => {
    const caller = await world.project(name, sats(1n));
    callers.set(name, caller);
    if (caller.actor.kind !== "project") throw new Error("it is no project");
    return caller.actor;
  };

  it("has what was refused, with what was asked, and finds it by the id that was answered", async () => {
    const { keyId } = await newProject("reader");
    const refused = await send("reader", "/v0/echo?x=1", { amount: "0", comment: "ley_abcdef", key: "hunter2" });
    expect(refused.statusCode).toBe(400);
    const requestId = refused.headers["x-request-id"];

    const { data, next_cursor } = await list("reader");
    expect(next_cursor).toBeNull();
    expect(data).toEqual([
      {
        requestId,
        keyId,
        at: expect.stringMatching(/Z$/),
        method: "POST",
        route: "/v0/echo",
        path: "/v0/echo",
        status: 400,
        code: refused.json().error.code,
        message: refused.json().error.message,
        details: refused.json().error.details,
        body: '{"amount":"0","comment":"ley_…","key":"[left out]"}',
        network: "127.0.0.1",
        durationMs: expect.any(Number),
      },
    ]);
    const found = await send("reader", `${PROJECT_PAGES}/requests/${requestId}`);
    expect(found.json().data).toEqual({ requestId, refused: data, made: [] });
    await database().admin.query(sql`update requests.refused set network = '2001:db8:0:1'`);
    expect((await list("reader")).data[0]?.network).toBe("2001:db8:0:1::/64");
  });

  it("is searched by the id that was answered, by its project alone, and so are requests that made something", async () => {
    await newProject("searching");
    const { headers } = await send("searching", "/v0/refuse", {});
    const requestId = String(headers["x-request-id"]);
    const search = async (apikey: string, text: string) =>
      (await send(apikey, `${PROJECT_PAGES}/search?q=${encodeURIComponent(text)}`)).json().data;
    expect(await search("searching", requestId)).toEqual({
      found: [
        { kind: "request", id: requestId, status: "no_route", amount: null, name: null, createdAt: expect.any(String) },
      ],
      lookedFor: ["request"],
    });
    expect(await search("owner", "order-1")).toMatchObject({
      found: [{ kind: "request", id: "order-1", status: null, createdAt: "2026-11-20T16:12:00.043Z" }],
    });
    for (const text of [requestId, "order-1"])
      expect(await search("other", text)).toEqual({ found: [], lookedFor: ["request"] });
    expect((await search("searching", requestId.slice(1))).found).toEqual([]);
  });

  it("has failures of ours, those that come late, and bodies that were no JSON", async () => {
    await newProject("unlucky");
    await send("unlucky", "/v0/bug");
    await send("unlucky", "/v0/refuse", {});
    await ask(app, {
      method: "POST",
      url: "/v0/echo",
      payload: "{no",
      headers: { apikey: "unlucky", "content-type": "application/json" },
    });
    await world.settled();
    const { data } = await list("unlucky");
    const shown = data.map(({ code, status, body }: Record<string, unknown>) => [code, status, body]);
    expect(shown).toEqual([
      ["invalid_json", 400, null],
      ["no_route", 400, "{}"],
      ["internal_error", 500, null],
    ]);
    expect(JSON.stringify(data)).not.toContain("hunter2");
  });

  it("has nothing of what was answered, of strangers, and of keys that are not valid", async () => {
    const before = (await database().admin.query({ text: "select id from requests.refused", values: [] })).length;
    await send("owner", "/v0/whoami");
    await send("owner", "/v0/nowhere");
    await send("nobody", "/v0/whoami");
    await send("", "/v0/public?wrong=1");
    const after = (await database().admin.query({ text: "select id from requests.refused", values: [] })).length;
    expect(after).toBe(before);
  });

  it("has the use of a key from where it may not be used, for its project", async () => {
    const caller = callers.get("elsewhere") as Caller;
    if (caller.actor.kind !== "project") throw new Error("it is no project");
    const access = { scopes: undefined, networks: ["198.51.100.0/24"] };
    callers.set("stolen", { ...caller, actor: { ...caller.actor, access } });
    for (const _ of [1, 2, 3])
      expect((await send("stolen", "/v0/whoami")).json().error.code).toBe("address_not_allowed");
    const { data } = await list("elsewhere");
    expect(data).toHaveLength(1); // one a minute
    expect(data).toMatchObject([{ code: "address_not_allowed", network: "127.0.0.1" }]);
  });

  it("shows another project nothing, by no id and no cursor", async () => {
    await newProject("mine");
    const { headers } = await send("mine", "/v0/refuse", {});
    await send("mine", "/v0/later");
    const { data, next_cursor } = await list("mine", "?limit=1");
    expect(data).toHaveLength(1);

    const unknown = await send("other", `${PROJECT_PAGES}/requests/${headers["x-request-id"]}`);
    expect([unknown.statusCode, unknown.json().error.code]).toEqual([404, "request_not_found"]);
    expect((await list("other")).data).toEqual([]);
    expect((await list("other", `?cursor=${next_cursor}`)).data).toEqual([]);
    expect((await list("mine", `?cursor=${next_cursor}`)).data).toMatchObject([
      { requestId: headers["x-request-id"], code: "no_route" },
    ]);
  });

  it("is filtered by status, code and key, and refuses a filter that it does not have", async () => {
    const { keyId } = await newProject("filtered");
    for (const url of ["/v0/refuse", "/v0/echo"]) await send("filtered", url, { amount: "x" });
    await send("filtered", "/v0/later");
    const codes = async (query: string) =>
      (await list("filtered", query)).data.map(({ code }: { code: string }) => code);
    expect(await codes("?status=400")).toEqual(["invalid_amount", "no_route"]);
    expect(await codes("?code=sending_paused")).toEqual(["sending_paused"]);
    expect(await codes(`?keyId=${keyId}&status=503`)).toEqual(["sending_paused"]);
    expect(await codes(`?keyId=${machineRandom().uuid()}`)).toEqual([]);
    const at = (await list("filtered")).data.map((row: { at: string }) => Date.parse(row.at));
    const hour = (base: number, hours: number) => encodeURIComponent(new Date(base + hours * 3_600_000).toISOString());
    expect(await codes(`?from=${hour(at.at(-1), -1)}&to=${hour(at[0], 1)}`)).toHaveLength(3);
    expect(await codes(`?from=${hour(at[0], 1)}`)).toEqual([]);
    expect(await codes(`?to=${hour(at.at(-1), -1)}`)).toEqual([]);
    for (const query of ["?status=200", "?status=x", "?code=nothing", "?keyId=1", "?path=/v0/echo", "?cursor=x"])
      expect([query, (await send("filtered", `${PROJECT_PAGES}/requests${query}`)).statusCode]).toEqual([query, 400]);
  });

  it("keeps five of a code in a minute, and answers the others as well", async () => {
    await newProject("loud");
    const answers = await Promise.all(Array.from({ length: 30 }, () => send("loud", "/v0/refuse", {})));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(30).fill(400));
    expect((await list("loud")).data).toHaveLength(5);
  });

  it("takes no part in the answer: one is out while nothing can be written", async () => {
    let asked = 0;
    const stuck: Batch = () => {
      asked += 1;
      return new Promise(() => undefined);
    };
    const spawned: Promise<unknown>[] = [];
    const scheduler = { spawn: (_: string, task: () => Promise<void>) => void spawned.push(task()) };
    const log = createRefusedLog({
      ...world.drive,
      scheduler: { ...world.drive.scheduler, ...scheduler },
      batch: stuck,
    });
    const own = await sampleApp({
      authenticate: () => callers.get("owner"),
      refused: log.note,
      routes: [sampleRoutes],
      clock: machineClock,
    });
    const answer = await ask(own, { method: "POST", url: "/v0/refuse", payload: {}, headers: { apikey: "owner" } });
    await own.close();
    expect([answer.statusCode, asked, spawned.length]).toEqual([400, 1, 1]);
  });
});
