import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { readConfig } from "#config.ts";
import type { Clock } from "#kernel/clock.ts";
import { hungUp, type RoutesPlugin, success } from "#platform/http/index.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createMetrics } from "#platform/metrics.ts";
import { createApp } from "./app.ts";
import { type FrontDoor, openFrontDoor } from "./front-door.ts";
import { englishIn } from "./testing/words.harness.ts";

const machine = {
  clock: machineClock,
  random: machineRandom(),
  log: createLog({ level: "silent", pretty: false }),
};
const config = readConfig({ LEYDEN_PORT: "0" });

let door: FrontDoor | undefined;
afterEach(() => door?.leave());

async function open(changes: Partial<typeof machine> = {}): Promise<FrontDoor> {
  door = await openFrontDoor({ ...machine, ...changes }, config, () => [
    { name: "database", ready: false, waitingFor: "it is starting" },
  ]);
  return door;
}

function appWith(routes: RoutesPlugin) {
  return createApp({
    ...machine,
    metrics: createMetrics({ process: false, clock: machineClock }),
    authenticate: async () => undefined,
    rateLimits: { perKey: 100, perAddress: 100 },
    trustedProxies: [],
    baseUrl: "http://test",
    readiness: () => [{ name: "database", ready: true }],
    metricsToken: undefined,
    outbound: { refusalOf: () => undefined },
    routes: [routes],
  });
}

describe("the front door", () => {
  it("answers from the first moment that it lives, what it waits for, and 503 to the rest", async () => {
    const { url } = await open();

    const [alive, ready, payment] = await Promise.all([
      fetch(`${url}/healthz`),
      fetch(`${url}/readyz`),
      fetch(`${url}/v0/ln-address/send-payment`, { method: "POST", body: "{}" }),
    ]);

    expect(alive.status).toBe(200);
    expect(ready.status).toBe(503);
    expect(await ready.text()).toContain("database (it is starting)");
    expect(payment.status).toBe(503);
    expect(payment.headers.get("retry-after")).toBe("2");
    expect(await payment.json()).toMatchObject({ success: false, error: { code: "unavailable" } });
  });

  it("answers a browser with a page in its language, while it starts and while it stops, that looks again", async () => {
    const { url, admit, close } = await open();
    const headers = { accept: "text/html,*/*", "accept-language": "de" };
    const look = async (path: string, more: RequestInit = {}) => {
      const answer = await fetch(`${url}${path}`, { headers, ...more });
      return { answer, text: await answer.text() };
    };
    const expectPage = async () => {
      const { answer, text } = await look("/account");
      expect([answer.status, answer.headers.get("refresh")]).toEqual([503, "3"]);
      expect(answer.headers.get("content-type")).toContain("text/html");
      expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(text).toContain('<html lang="de">');
      expect(englishIn(text)).toEqual([]);
      for (const [path, more] of [
        ["/v0/wallet", {}],
        ["/account", { method: "POST" }],
        ["/account", { headers: { accept: "*/*" } }],
      ] as const)
        expect((await look(path, more)).answer.headers.get("content-type")).toContain("application/json");
    };
    await expectPage();
    expect((await look("/readyz")).answer.headers.get("content-type")).toContain("application/json");
    admit(await appWith(() => Promise.resolve()));
    await close();
    await expectPage();
  });

  it("asks all clients to come back soon, however often they ask", async () => {
    const { url } = await open();
    const answers = await Promise.all(Array.from({ length: 300 }, () => fetch(`${url}/v0/wallet`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  });

  it("hands over to the app on the same port, and lets its requests end when it closes", async () => {
    const { url, admit, close } = await open();
    const arrived = Promise.withResolvers<void>();
    const end = Promise.withResolvers<string>();
    admit(
      await appWith((api) => {
        api.get("/slow", { config: { access: "public" }, schema: { hide: true } }, () => {
          arrived.resolve();
          return end.promise;
        });
      }),
    );
    expect((await fetch(`${url}/readyz`)).status).toBe(200);

    const slow = fetch(`${url}/slow`);
    await arrived.promise;
    const closed = close();
    end.resolve("done");

    expect(await (await slow).text()).toBe("done");
    await closed;
  });

  it("answers 503 with Retry-After from its close until it leaves, and then not at all", async () => {
    const { url, admit, close, leave } = await open();
    admit(await appWith(() => Promise.resolve()));
    await close();
    for (const path of ["/healthz", "/readyz", "/v0/wallet"]) {
      const answer = await fetch(`${url}${path}`, { method: path.startsWith("/v0") ? "POST" : "GET" });
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
      expect(answer.headers.get("connection")).toBe("close");
    }
    const silent = connect(Number(new URL(url).port), "127.0.0.1");
    await once(silent, "connect");
    await Promise.all([leave(), once(silent, "close")]);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  it("ends what requests wait for when it closes, and a connection that asks nothing", async () => {
    const { url, admit, close } = await open();
    const arrived = Promise.withResolvers<void>();
    admit(
      await appWith((api) => {
        api.get("/waits", { config: { access: "public" }, schema: { hide: true } }, async (_request, reply) => {
          const signal = hungUp(reply);
          arrived.resolve();
          if (!signal.aborted) await once(signal, "abort");
          return success("processing", "Waits.");
        });
      }),
    );
    const silent = connect(Number(new URL(url).port), "127.0.0.1");
    await once(silent, "connect");
    const waiting = fetch(`${url}/waits`);
    await arrived.promise;

    const closed = close();

    expect((await waiting).status).toBe(200);
    await Promise.all([closed, once(silent, "close")]);
  });

  it("ends a request that does not end by itself, at whichever loopback it came", async () => {
    const stopMs = 5_000;
    const clock: Clock = {
      ...machineClock,
      sleep: (ms, signal) => machineClock.sleep(ms === stopMs ? 50 : ms, signal),
    };
    const { url, admit, close } = await open({ clock });
    const arrived = Promise.withResolvers<void>();
    admit(
      await appWith((api) => {
        api.get("/never", { config: { access: "public" }, schema: { hide: true } }, () => {
          arrived.resolve();
          return new Promise<string>(() => undefined);
        });
      }),
    );
    const never = fetch(`http://[::1]:${new URL(url).port}/never`);
    await arrived.promise;

    await Promise.all([close(), expect(never).rejects.toThrow()]);
  });

  it("says which port is taken and what to do", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const port = (other.address() as AddressInfo).port;

    await expect(openFrontDoor(machine, { ...config, port }, () => [])).rejects.toMatchObject({
      message: expect.stringContaining(`port ${port}`),
      advice: expect.stringContaining("LEYDEN_PORT"),
    });
    other.close();
  });
});
