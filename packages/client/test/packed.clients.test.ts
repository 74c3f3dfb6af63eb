import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Caller } from "../../server/src/kernel/caller.ts";
import { sats } from "../../server/src/kernel/money.ts";
import { onDatabase } from "../../server/src/platform/database/testing/database.harness.ts";
import { machineClock } from "../../server/src/platform/machine/clock.ts";
import { decodeInvoice } from "../../server/src/protocol/bolt11.ts";
import { apiRoutes } from "../../server/src/service/routes.ts";
import { sampleApp, serve } from "../../server/src/service/testing/app.harness.ts";
import { routeDeps } from "../../server/src/service/testing/neighbours.harness.ts";
import { createFakeNode } from "../../server/src/slices/lightning/testing/fake-node.harness.ts";
import { fails, type SendPlan, settles } from "../../server/src/slices/lightning/testing/fake-plan.harness.ts";
import { createWorld } from "../../server/src/slices/payments/testing/world.harness.ts";
import { type Consumer, installPacked, machinesNode } from "./packed.harness.ts";

const ROOT = join(import.meta.dirname, "../../..");
const SLOW_MS = 400;
/** Three seconds, or minutes where the machine has other work. */
const PACK_MS = 300_000;
const FUNDS = sats(1_000_000n);

let consumer: Consumer;
beforeAll(async () => {
  consumer = await installPacked();
}, PACK_MS);
afterAll(() => consumer.remove());

const installed = (path = "") => join(consumer.folder, "node_modules/@leyden/client", path);

describe("the packed library", () => {
  it("holds the compiled library, its types, its page and its licence, and nothing else", async () => {
    const files = await readdir(installed(), { recursive: true });
    const modules = (await readdir(join(ROOT, "packages/client/src"))).filter((n) => !/\.(test|harness)\.ts$/.test(n));
    const compiled = modules.flatMap((name) => ["js", "d.ts"].map((end) => `dist/${name.replace(/ts$/, end)}`));
    expect(files.toSorted()).toEqual(["LICENSE", "README.md", "dist", "package.json", ...compiled].toSorted());
    expect(await readFile(installed("LICENSE"), "utf8")).toBe(await readFile(join(ROOT, "LICENSE"), "utf8"));
    const { dependencies } = JSON.parse(await readFile(installed("package.json"), "utf8"));
    expect(dependencies).toBeUndefined();
  });

  it("imports its own files alone and names nothing of Node", async () => {
    for (const name of await readdir(installed("dist"))) {
      const code = await readFile(installed(`dist/${name}`), "utf8");
      const imports = [...code.matchAll(/(?<!")(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"/g)].map(
        ([, specifier]) => specifier,
      );
      expect(
        imports.filter((specifier) => !/^\.\/[\w-]+\.(js|ts)$/.test(specifier ?? "")),
        name,
      ).toEqual([]);
      expect(code, name).not.toMatch(/node:|\brequire\(|\bprocess\.|\bBuffer\b|\b__dirname\b/);
    }
  });

  it.each([
    ["our compiler, for a bundler", "node_modules/typescript/lib/tsc.js", "bundler"],
    ["TypeScript 5", "packages/client/node_modules/typescript/lib/tsc.js", "nodenext"],
  ])("has types that %s understands", async (_who, compiler, resolution) => {
    const types = await readFile(join(ROOT, "packages/client/test/types.ts"), "utf8");
    consumer.write("types.ts", types.replaceAll('"../src/index.ts"', '"@leyden/client"'));
    const module = resolution === "bundler" ? "esnext" : resolution;
    const options = { noEmit: true, strict: true, target: "es2022", lib: ["es2022", "dom"], types: [], module };
    const project = { compilerOptions: { ...options, moduleResolution: resolution }, files: ["types.ts"] };
    consumer.write("tsconfig.json", JSON.stringify(project));
    await consumer.run(process.execPath, [join(ROOT, compiler)]);
  });
});

/** How the node treats a payment, by its amount: 20 sat take a while, 30 sat have no route. */
const plan = async ({ invoice }: { readonly invoice: string }): Promise<SendPlan> => {
  const { amount } = decodeInvoice(invoice);
  if (amount === sats(20n)) await machineClock.sleep(SLOW_MS);
  return amount === sats(30n) ? fails() : settles();
};

onDatabase("the packed library and the service", (database) => {
  let world: ReturnType<typeof createWorld>;
  let service: Awaited<ReturnType<typeof serve>>;
  const callers = new Map<string, Caller>();
  // biome-ignore lint/suspicious/noExplicitAny: what pay.mjs prints
  let seen: any;
  const env = () => ({ LEYDEN_URL: `http://127.0.0.1:${service.port}`, LEYDEN_KEY: "ley_shop" });

  beforeAll(async () => {
    world = createWorld(database());
    world.node.plan = plan;
    world.recipient("shop");
    callers.set("ley_shop", await world.project("shop", FUNDS));
    const app = await sampleApp({
      authenticate: async (key) => callers.get(key),
      routes: apiRoutes(routeDeps(world, { node: createFakeNode({ clock: machineClock }) })),
    });
    service = await serve(app);
  });
  afterAll(async () => {
    await service.close();
    await world.settled();
  });

  it("pay, read, list and fail as the contract says, on the machine's own Node", async () => {
    seen = JSON.parse(await consumer.run(machinesNode(), ["pay.mjs"], env()));

    expect(seen.statuses).toEqual(["completed", "completed", "processing", "completed"]);
    expect(seen.node).toMatch(/^v(2\d|[3-9]\d)\./);
    expect(seen.isOnce).toBe(true);
    expect(new Set(seen.ids).size).toBe(3);
    expect(seen.charge).toEqual(["pending", "50000", true]);
    expect(seen.listed).toHaveLength(4);
    expect(seen.listed.slice(1)).toEqual(seen.ids.toReversed());
    expect(seen.paged).toEqual(seen.listed);
    expect(seen.hook).toMatchObject({ id: "msg_p5jXN8AQM9LWM0D4loKWxJek", body: { test: 2_432_232_314 } });
    // Four requests reached the node, and three were paid, each with the fee that the node takes.
    expect(world.node.requests).toHaveLength(4);
    expect(seen.spent).toBe(String(sats(10n) + sats(10n) + sats(20n) + 3n * 1_500n));
  });

  it("agree on what became of the money", () => {
    const { failures } = seen;
    expect(failures).toMatchObject({
      mismatch: { code: "idempotency_mismatch", status: 422, money: "nothing_moved", idempotencyKey: "order-1" },
      failed: { code: "no_route", status: 400, money: "not_spent", payment: "failed", attempts: 1 },
      poor: { code: "insufficient_funds", status: 400, money: "nothing_moved" },
      stranger: { code: "invalid_key", status: 401, money: "nothing_moved" },
      nowhere: { code: "connection_failed", money: "unknown", attempts: 1 },
    });
    expect(failures.poor.requestId).toEqual(expect.any(String));
    expect(failures.nowhere.moneyText).toContain(failures.nowhere.idempotencyKey);
  });

  it("work where there are only web interfaces", async () => {
    const words = ["--experimental-vm-modules", "--no-warnings", "web.mjs"];
    const seen = JSON.parse(await consumer.run(machinesNode(), words, env()));
    expect(seen).toEqual({
      balance: expect.any(String),
      status: "completed",
      event: "payment.completed",
      refusal: "missing_header",
    });
  });

  it("make the first payment of the README", async () => {
    const [first = ""] = samplesOf("A first payment");
    consumer.write("first.ts", first);
    const output = await consumer.run(process.execPath, ["first.ts"], { ...env(), MERCHANT: "shop@example.com" });
    expect(output).toMatch(/^completed 1500 [0-9a-f]{64}\n$/);
  });

  it("register the endpoint of the README, once however often it runs", async () => {
    const [register = ""] = samplesOf("Registering for webhooks");
    consumer.write("register.ts", register);
    const output = await consumer.run(process.execPath, ["register.ts"], env());
    expect(output).toMatch(
      /^LEYDEN_WEBHOOK_SECRET=whsec_[\w+/]+=*\nWhat came of it: for await \(.+ of leyden.events.attempts\("[-0-9a-f]{36}"\)\) .+\n$/,
    );
    const secretOf = (text: string) => text.split("\n")[0];
    expect(secretOf(await consumer.run(process.execPath, ["register.ts"], env()))).toBe(secretOf(output));
    consumer.write(
      "endpoints.ts",
      `${register.split("\n").slice(0, 3).join("\n")}
       const urls = [];
       for await (const { url } of leyden.webhookEndpoints.list()) urls.push(url);
       console.log(urls.join());`,
    );
    expect(await consumer.run(process.execPath, ["endpoints.ts"], env())).toBe("https://shop.example/hook\n");
  });
});

const README = readFileSync(join(ROOT, "packages/client/README.md"), "utf8");
function samplesOf(title: string): string[] {
  const part = README.split(/^## /m).find((text) => text.startsWith(title)) ?? "";
  return [...part.matchAll(/^```ts\n(.+?)^```$/gms)].map(([, code = ""]) => code);
}

/**
 * What stands for a framework that is not installed here: as much of it as the sample uses, and its way with bodies.
 */
const FAKES = {
  express: `
    export default function express() {
      const routes = new Map();
      return {
        post: (path, ...handlers) => routes.set(path, handlers),
        listen() {},
        async request(path, { headers, body }) {
          let status;
          const request = { headers, bytes: Buffer.from(body), body: undefined };
          for (const handler of routes.get(path)) await handler(request, { sendStatus: (s) => (status = s) });
          return { status };
        },
      };
    }
    express.raw = () => (request) => { request.body = request.bytes; };`,
  hono: `
    export class Hono {
      #routes = new Map();
      post(path, handler) { this.#routes.set(path, handler); }
      async request(path, init) {
        const raw = new Request("http://shop.example" + path, { method: "POST", ...init });
        const body = (text, status) => new Response(text, { status });
        return await this.#routes.get(path)({ req: { raw, text: () => raw.text() }, body });
      }
    }`,
};

/** How a request reaches the sample. */
const DRIVERS: Readonly<Record<string, string>> = {
  Express: "const ask = async (init: object) => (await app.request('/hook', init)).status;",
  Fastify:
    "const ask = async ({ headers, body }: any) => (await app.inject({ method: 'POST', url: '/hook', headers, payload: body })).statusCode;",
  Hono: "const ask = async (init: object) => (await app.request('/hook', init)).status;",
  "Next.js":
    "const ask = async (init: object) => (await POST(new Request('http://shop.example/hook', { method: 'POST', ...init }))).status;",
};

describe("the README", () => {
  const names = ["Express", "Fastify", "Hono", "Next.js"] as const;

  it.each(names.map((name, i) => [name, i] as const))("has a webhook for %s that works", async (name, i) => {
    for (const [framework, code] of Object.entries(FAKES)) {
      consumer.write(`node_modules/${framework}/package.json`, '{ "type": "module", "exports": "./index.js" }');
      consumer.write(`node_modules/${framework}/index.js`, code);
    }
    const fastify = JSON.stringify(import.meta.resolve("fastify"));
    const sample = (samplesOf("Webhooks")[i] ?? "").replace('"fastify"', fastify).replace(/^.*\.listen\(.*$/m, "");
    consumer.write(
      `hook-${i}.ts`,
      `${sample}
       ${DRIVERS[name]}
       import { createHmac } from "node:crypto";
       const body = '{"type": "payment.completed",  "amount": "10000"}';
       const timestamp = String(Math.floor(Date.now() / 1000));
       const key = Buffer.from(process.env.LEYDEN_WEBHOOK_SECRET!.slice(6), "base64");
       const signature = "v1," + createHmac("sha256", key).update("msg_1." + timestamp + "." + body).digest("base64");
       const headers = { "content-type": "application/json", "webhook-id": "msg_1", "webhook-timestamp": timestamp, "webhook-signature": signature };
       console.error = () => undefined;
       console.log(await ask({ headers, body }), await ask({ headers, body: body.replace("10000", "90000") }));`,
    );
    const env = { LEYDEN_WEBHOOK_SECRET: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" };
    const output = await consumer.run(process.execPath, ["--no-warnings", `hook-${i}.ts`], env);
    expect(output).toMatch(/^msg_1 \{ type: 'payment.completed', amount: '10000' \}\n204 400\n$/);
  });

  it.each(["A first payment", "Registering for webhooks", "Webhooks"].flatMap(samplesOf))(
    "shows samples of ten lines, or little more (%#)",
    (code) => {
      expect(code.trimEnd().split("\n").length).toBeLessThanOrEqual(12);
    },
  );
});
