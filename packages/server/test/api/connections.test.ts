import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Clock } from "#kernel/clock.ts";
import { hungUp, type RoutesPlugin, success } from "#platform/http/index.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { KEY, sampleApp, sampleRoutes, serve } from "#service/testing/app.harness.ts";
import { type Answer, dialTo } from "./dial.harness.ts";

/** What tools that build correct requests cannot send: raw bytes over a socket. */

let service: Awaited<ReturnType<typeof serve>>;
let slow: RoutesPlugin;
let release: () => void;
let arrived: Promise<void>;

beforeEach(async () => {
  const gate = Promise.withResolvers<void>();
  const arrival = Promise.withResolvers<void>();
  [release, arrived] = [gate.resolve, arrival.promise];
  slow = (api) => {
    const options = { config: { access: "public" }, schema: { hide: true } } as const;
    api.get("/v0/slow", options, async () => {
      arrival.resolve();
      await gate.promise;
      return success("done", "Slow.");
    });
    api.get("/v0/waits", options, async (_request, reply) => {
      const signal = hungUp(reply);
      arrival.resolve();
      if (!signal.aborted) await once(signal, "abort");
      return success("processing", "Waits.");
    });
  };
  service = await serve(await sampleApp({ routes: [sampleRoutes, slow] }));
});
afterEach(async () => {
  release();
  await service.close();
});

const dial = ({ port = service.port, staysOpen = false } = {}) => dialTo(port, staysOpen);

function post(body: string, headers = `Content-Length: ${Buffer.byteLength(body)}`): string {
  return `POST /v0/echo HTTP/1.1\r\nHost: x\r\napikey: ${KEY}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;
}

const GOOD = post('{"amount":"1"}');

function expectFailure({ status, headers, body }: Answer, wanted: number, code: string): void {
  expect([status, JSON.parse(body).error?.code]).toEqual([wanted, code]);
  expect(headers).toContain("content-type: application/json; charset=utf-8");
  expect(headers).toMatch(/^x-request-id: .+/m);
}

describe("bytes that are no request", () => {
  it.each([
    ["no HTTP", "hello\r\n\r\n"],
    ["TLS", "\x16\x03\x01\x02\x00\x01\x00"],
    ["a body of two lengths", post("", "Content-Length: 3\r\nTransfer-Encoding: chunked")],
    ["a length that is no number", post("", "Content-Length: -1")],
    ["a header with a line break inside", "GET /healthz HTTP/1.1\r\nHost: x\r\nA\rB: c\r\n\r\n"],
  ])("get a failure in the usual form, and the end of the connection: %s", async (_what, bytes) => {
    const { send, answer, ended } = await dial();
    send(bytes);
    expectFailure(await answer(), 400, "malformed_request");
    await ended;
  });

  it("get 431 when the headers are too large", async () => {
    const { send, answer, ended } = await dial();
    send(`GET /healthz HTTP/1.1\r\nHost: x\r\nA: ${"x".repeat(20_000)}\r\n\r\n`);
    expectFailure(await answer(), 431, "headers_too_large");
    await ended;
  });

  it("get an answer in the usual form where Node alone gives an empty one", async () => {
    const noHost = await dial();
    noHost.send("GET /healthz HTTP/1.1\r\n\r\n");
    expectFailure(await noHost.answer(), 400, "malformed_request");

    const twoHosts = await dial();
    twoHosts.send("GET /healthz HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n");
    expectFailure(await twoHosts.answer(), 400, "malformed_request");

    for (const target of ["*", "x", "ftp://x/"]) {
      const noPath = await dial();
      noPath.send(`GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`);
      expectFailure(await noPath.answer(), 400, "malformed_request");
      noPath.socket.destroy();
    }

    const absolute = await dial();
    absolute.send("GET http://x/healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    expect((await absolute.answer()).status).toBe(200);
    absolute.socket.destroy();

    const proxy = await dial();
    proxy.send("CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n");
    expectFailure(await proxy.answer(), 404, "not_found");
    await proxy.ended;

    const expectation = await dial();
    expectation.send("GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: a miracle\r\n\r\n");
    expect((await expectation.answer()).status).toBe(200);
    for (const { socket } of [noHost, twoHosts, expectation]) socket.destroy();
  });
});

describe("a connection", () => {
  it("goes on after requests that were refused", async () => {
    const { socket, send, answer } = await dial();
    for (const bad of ["{", '{"amount":"x"}', '{"amount":"1","amount":"1"}', "[".repeat(20_000)]) {
      send(post(bad));
      expect((await answer()).status).toBe(400);
      send(GOOD);
      expect((await answer()).status).toBe(200);
    }
    socket.destroy();
  });

  it("lets the caller read why 10 MB are too much, and goes on", async () => {
    for (const framing of ["length", "chunked"]) {
      const { socket, send, answer } = await dial();
      const chunk = Buffer.alloc(64 * 1024, "x");
      send(post("", framing === "length" ? `Content-Length: ${160 * chunk.length}` : "Transfer-Encoding: chunked"));
      for (let i = 0; i < 160; i++) {
        if (framing === "chunked") send(`${chunk.length.toString(16)}\r\n`);
        if (!send(chunk)) await once(socket, "drain");
        if (framing === "chunked") send("\r\n");
      }
      if (framing === "chunked") send("0\r\n\r\n");
      expectFailure(await answer(), 413, "body_too_large");
      send(GOOD);
      expect((await answer()).status).toBe(200);
      socket.destroy();
    }
  });

  it("survives callers that hang up in the middle of a body", async () => {
    for (let i = 0; i < 5; i++) {
      const { socket, send, ended } = await dial();
      send(post('{"amount":', "Content-Length: 100"));
      socket.destroy();
      await ended;
    }
    const { socket, send, answer } = await dial();
    send(GOOD);
    expect((await answer()).status).toBe(200);
    socket.destroy();
  });

  it("is ended when headers or body come too slowly", async () => {
    service.server.headersTimeout = 100;
    service.server.requestTimeout = 100;
    const [headers, body] = await Promise.all([dial(), dial()]);
    headers.send("GET /healthz HTTP/1.1\r\nHost: x\r\n");
    body.send(post('{"amount":', "Content-Length: 100"));
    expectFailure(await headers.answer(), 408, "request_timeout");
    expectFailure(await body.answer(), 408, "request_timeout");
    await Promise.all([headers.ended, body.ended]);
  });
});

describe("a connection that is not worth keeping", () => {
  const openConnections = () => new Promise((resolve) => service.server.getConnections((_, count) => resolve(count)));

  it.each([
    ["bytes that are no HTTP", "hello\r\n\r\n"],
    ["headers that are too large", `GET /healthz HTTP/1.1\r\nHost: x\r\nA: ${"x".repeat(20_000)}\r\n\r\n`],
    ["CONNECT", "CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n"],
  ])("is destroyed after its last answer, also when the other end never closes: %s", async (_what, bytes) => {
    const { socket, send, answer } = await dial({ staysOpen: true });
    send(bytes);
    await answer();
    await expect.poll(openConnections).toBe(0);
    socket.destroy();
  });

  it("is destroyed when it was silent for too long", async () => {
    service.server.headersTimeout = 100;
    const { socket, answer } = await dial({ staysOpen: true });
    expectFailure(await answer(), 408, "request_timeout");
    await expect.poll(openConnections).toBe(0);
    socket.destroy();
  });

  it("is destroyed when nothing moves over it, whatever it waits for", async () => {
    service.server.timeout = 100;
    const { send, ended } = await dial();
    send("GET /v0/slow HTTP/1.1\r\nHost: x\r\n\r\n");
    await ended;
  });

  it("is closed after a request whose end is not certain: HTTP/1.0 with Transfer-Encoding", async () => {
    const { send, answer, socket } = await dial({ staysOpen: true });
    const body = '{"amount":"1"}';
    const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    send(`${post(chunks, "Connection: keep-alive\r\nTransfer-Encoding: chunked").replace("HTTP/1.1", "HTTP/1.0")}`);
    const { status, headers } = await answer();
    expect(status).toBe(200);
    expect(headers).toContain("connection: close");
    await once(socket, "end");
    socket.destroy();
  });
});

describe("too many connections", () => {
  const ONE_ADDRESS = 2; // a sixteenth of 32
  let crowded: Awaited<ReturnType<typeof serve>>;
  let handled: number;
  beforeEach(async () => {
    handled = 0;
    const counting: RoutesPlugin = (api) => {
      api.addHook("onRequest", (_request, _reply, done) => {
        handled++;
        done();
      });
      sampleRoutes(api);
    };
    crowded = await serve(await sampleApp({ routes: [counting] }), { connectionsMax: 16 * ONE_ADDRESS });
  });
  afterEach(() => crowded.close());

  it("from one address are refused with 503, until one of them ends", async () => {
    const [first, second] = [await dial(crowded), await dial(crowded)];
    const third = await dial(crowded);
    const refused = await third.answer();
    expectFailure(refused, 503, "unavailable");
    expect(refused.headers).toMatch(/^retry-after: \d+$/m);

    first.socket.destroy();
    await expect
      .poll(async () => {
        const { socket, send, answer } = await dial(crowded);
        send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
        const { status } = await answer();
        socket.destroy();
        return status;
      })
      .toBe(200);
    second.socket.destroy();
  });

  it("that are refused bring no request, also one that was sent with them", async () => {
    const holders = [await dial(crowded), await dial(crowded)];
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const socket = connect({ port: crowded.port, host: "127.0.0.1" });
        socket.write(GOOD); // goes out with the connection
        let text = "";
        socket.on("data", (data) => (text += data)).on("error", () => undefined);
        await once(socket, "close");
        return text.slice(0, 12);
      }),
    );
    expect(new Set(statuses)).toEqual(new Set(["HTTP/1.1 503"]));
    expect(handled).toBe(0);
    for (const { socket } of holders) socket.destroy();
  });

  it("may come from a trusted proxy", async () => {
    const behindProxy = await serve(await sampleApp(), { connectionsMax: 32, trustedProxies: ["127.0.0.0/8"] });
    const dialled = await Promise.all(Array.from({ length: 20 }, () => dial(behindProxy)));
    for (const { send, answer } of dialled) {
      send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
      expect((await answer()).status).toBe(200);
    }
    await behindProxy.close();
  });

  it("may come from an address that has shown a valid key", async () => {
    const first = await dial(crowded);
    first.send(GOOD);
    expect((await first.answer()).status).toBe(200);
    const others = await Promise.all(Array.from({ length: 4 * ONE_ADDRESS }, () => dial(crowded)));
    for (const { send, answer, socket } of others) {
      send(GOOD);
      expect((await answer()).status).toBe(200);
      socket.destroy();
    }
    first.socket.destroy();
  });
});

describe("closing", () => {
  /** Time passes for short waits only: what needs the long one, in which requests may end, never ends. */
  const onlyGrace: Clock = {
    ...machineClock,
    sleep: (ms, signal) => (ms <= 1_000 ? machineClock.sleep(ms, signal) : new Promise(() => undefined)),
  };

  it("finishes what is under way, refuses what comes after, and keeps no connection without a whole request", async () => {
    await service.close();
    service = await serve(await sampleApp({ routes: [sampleRoutes, slow] }), { clock: onlyGrace });
    const sockets: Socket[] = [];
    service.server.on("connection", (socket) => sockets.push(socket));
    const [silent, idle, busy, begun, half] = await Promise.all([dial(), dial(), dial(), dial(), dial()]);
    idle.send(GOOD);
    await idle.answer();
    busy.send("GET /v0/slow HTTP/1.1\r\nHost: x\r\n\r\n");
    begun.send("GET /healthz HTTP/1.1\r\n");
    half.send(post('{"amount":', "Content-Length: 100"));
    await arrived;
    await expect.poll(() => sockets.filter(({ bytesRead }) => bytesRead > 0)).toHaveLength(4);

    const closed = service.close();
    await Promise.all([silent, idle].map(({ socket }) => once(socket, "close")));
    for (const { answer, ended } of [begun, half]) {
      const refused = await answer();
      expectFailure(refused, 503, "unavailable");
      expect(refused.headers).toMatch(/^retry-after: 1$/m);
      expect(refused.headers).toContain("connection: close");
      await ended;
    }
    release();
    const finished = await busy.answer();
    expect([finished.status, JSON.parse(finished.body).data]).toEqual([200, "done"]);
    expect(finished.headers).toContain("connection: close");
    await Promise.all([busy.ended, closed]);
  });

  it("ends the waits of requests, which answer what they know", async () => {
    await service.close();
    service = await serve(await sampleApp({ routes: [sampleRoutes, slow] }), { clock: onlyGrace });
    const { send, answer } = await dial();
    send("GET /v0/waits HTTP/1.1\r\nHost: x\r\n\r\n");
    await arrived;

    const closed = service.close();

    const { status, body } = await answer();
    expect([status, JSON.parse(body).data]).toEqual([200, "processing"]);
    await closed;
  });

  it("waits for a request that does not end only for a bounded time", async () => {
    await service.close();
    const sleep: Clock["sleep"] = (_ms, signal) => machineClock.sleep(0, signal);
    service = await serve(await sampleApp({ routes: [slow] }), { clock: { ...machineClock, sleep } });
    const { send, ended } = await dial();
    send("GET /v0/slow HTTP/1.1\r\nHost: x\r\n\r\n");
    await arrived;

    await service.close();

    await ended;
  });
});
