import { beforeEach, expect, it } from "vitest";
import { acceptRealMoney, bindNode } from "#lightning";
import { part, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock as clock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createFakeNode, type FakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import type { Demo } from "./demo.ts";
import { givenStarted } from "./testing/started.harness.ts";

const random = machineRandom();

/** As if it had been left behind by a test network. */
const DEMO: Demo = {
  merchantHost: "127.0.0.1:1",
  merchantAddress: "merchant@127.0.0.1:1",
  app: () => ({ clientId: "demo", clientSecret: "secret" }) as never,
  key: () => "ley_demo",
  users: () => [{ gamertag: "alice" }] as never,
};

onDatabase("a service whose node is on mainnet", (database) => {
  let instanceId: string;
  beforeEach(async () => {
    for (const table of [part`node`, part`real_money`, part`past`])
      await database().admin.query(sql`delete from lightning.${table}`);
    await acceptRealMoney({ ...database(), clock }, "setting");
    instanceId = random.uuid();
  });

  /** One that is empty: it needs no yes to a past. */
  function nodeOn(network: FakeNode["report"]["network"]): FakeNode {
    const node = createFakeNode({ clock, info: { network }, coins: [], funds: 0n as never });
    node.operations.channelList = [];
    return node;
  }
  const start = (settings: NodeJS.ProcessEnv = {}, node = nodeOn("mainnet")) =>
    givenStarted(database(), settings, { node, instanceId, demo: DEMO });

  const startAnew = async (settings: NodeJS.ProcessEnv) => {
    await database().admin.query(sql`delete from lightning.node`);
    return await start(settings);
  };

  it("shows no page of development, made-up card or bank, also where a demo was left behind", async () => {
    const { baseUrl } = await start();
    const [reference, inbox] = [random.uuid(), random.uuid()];
    const closed: [method: "GET" | "POST", path: string, body?: object][] = [
      ["GET", "/dev/mail"],
      ["GET", "/dev/oauth"],
      ["GET", "/dev/ramp"],
      ["GET", `/dev/ramp/${inbox}/hooks`],
      ["POST", `/dev/ramp/${inbox}/session`, {}],
      ["GET", "/dev/ramp/sandbox"],
      ["GET", `/ramp/sandbox/payments/${reference}/challenge`],
      [
        "POST",
        `/ramp/sandbox/payments/${reference}/confirm`,
        { number: "4242424242424242", expiry: "12/40", cvc: "1" },
      ],
      ["POST", `/ramp/sandbox/identity/${reference}`, { firstName: "A", surname: "Approve" }],
    ];
    for (const [method, path, body] of closed) {
      const headers: HeadersInit = body ? { "content-type": "application/json", origin: baseUrl } : {};
      const answer = await fetch(baseUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      expect([path, answer.status]).toEqual([path, 404]);
    }
    const home = await (await fetch(`${baseUrl}/`, { headers: { accept: "application/json" } })).text();
    expect(home).not.toMatch(/\/dev\/|alice|ley_demo/);
  });

  it("shows these pages on regtest", async () => {
    const { baseUrl } = await start({}, nodeOn("regtest"));
    for (const path of ["/dev/mail", "/dev/oauth", "/dev/ramp", "/dev/ramp/sandbox"])
      expect([path, (await fetch(baseUrl + path)).status]).toEqual([path, 200]);
  });

  it("has no made-up price, and sells nothing by itself", async () => {
    const { call } = await start();
    expect((await call("GET", "/v0/btcusd")).status).toBe(503);
    const { status, body } = await call("GET", "/v0/is-supported-region/203.0.113.9");
    expect([status, JSON.stringify(body)]).not.toContain("sandbox");
  });

  it("refuses the sandbox, test keys of a processor, and steps at which it kills itself", async () => {
    await expect(startAnew({ LEYDEN_RAMP_PROCESSOR: "sandbox" })).rejects.toThrow("money that is made up");
    const keys = {
      LEYDEN_RAMP_PROCESSOR: "stripe",
      LEYDEN_STRIPE_SECRET_KEY: "sk_test_1234567890abcdef",
      LEYDEN_STRIPE_PUBLISHABLE_KEY: "pk_test_1234567890abcdef",
      LEYDEN_STRIPE_WEBHOOK_SECRET: "whsec_1234567890abcdef",
    };
    await expect(startAnew(keys)).rejects.toThrow(/test/);
    await expect(startAnew({ LEYDEN_CRASH_AT: "after-dispatch" })).rejects.toThrow("LEYDEN_CRASH_AT");
  });

  it("refuses such a step also while the node is away, because the database knows the network", async () => {
    const node = nodeOn("mainnet");
    await bindNode({ ...database(), clock, random, node }, { instanceId });
    node.isDown = true;
    await expect(start({ LEYDEN_CRASH_AT: "before-reserve" }, node)).rejects.toThrow("LEYDEN_CRASH_AT");
  });
});
