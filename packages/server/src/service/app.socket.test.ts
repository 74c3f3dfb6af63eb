import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Api, type RoutesPlugin, success } from "#platform/http/index.ts";
import { KEY, sampleApp, sampleRoutes } from "./app.harness.ts";

/** What tools that build correct requests cannot send: raw bytes over a socket. */

let app: Api;
let port: number;
let release: () => void;
let arrived: Promise<void>;

beforeEach(async () => {
  const gate = Promise.withResolvers<void>();
  const arrival = Promise.withResolvers<void>();
  [release, arrived] = [gate.resolve, arrival.promise];
  const slow: RoutesPlugin = (api) => {
    api.get("/v0/slow", { config: { access: "public" }, schema: { hide: true } }, async () => {
      arrival.resolve();
      await gate.promise;
      return success("done", "Slow.");
    });
  };
  app = await sampleApp({ routes: [sampleRoutes, slow] });
  port = await app.listen({ port: 0, host: "127.0.0.1" }).then((url) => Number(new URL(url).port));
});
afterEach(async () => {
  release();
  await app.close();
});

type Answer = { readonly status: number; readonly headers: string; readonly body: string };

/** A connection that is written to by hand. */
async function dial() {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.on("error", () => undefined); // a connection that the server ends shows in `ended`
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  const ended = once(socket, "close");
  return {
    socket,
    ended,
    send: (text: string | Buffer) => socket.write(text),
    /** The next answer; rejects when the connection ends before it is whole. */
    async answer(): Promise<Answer> {
      for (;;) {
        const [head = "", rest] = received.split(/\r\n\r\n(.*)/s);
        const length = Number(/^content-length: (\d+)/im.exec(head)?.[1]);
        if (rest !== undefined && Buffer.byteLength(rest) >= length) {
          received = rest.slice(length);
          return { status: Number(head.split(" ")[1]), headers: head.toLowerCase(), body: rest.slice(0, length) };
        }
        if (socket.closed) throw new Error(`the connection ended after: ${received}`);
        await Promise.race([once(socket, "data"), ended]);
      }
    },
  };
}

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
  ])("get a failure in our form, and the end of the connection: %s", async (_what, bytes) => {
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

  it("get an answer in our form where Node alone gives an empty one", async () => {
    const noHost = await dial();
    noHost.send("GET /healthz HTTP/1.1\r\n\r\n");
    expectFailure(await noHost.answer(), 400, "malformed_request");

    const twoHosts = await dial();
    twoHosts.send("GET /healthz HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n");
    expectFailure(await twoHosts.answer(), 400, "malformed_request");

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
    app.server.headersTimeout = 100;
    app.server.requestTimeout = 100;
    const [headers, body] = await Promise.all([dial(), dial()]);
    headers.send("GET /healthz HTTP/1.1\r\nHost: x\r\n");
    body.send(post('{"amount":', "Content-Length: 100"));
    expectFailure(await headers.answer(), 408, "request_timeout");
    expectFailure(await body.answer(), 408, "request_timeout");
    await Promise.all([headers.ended, body.ended]);
  });
});

describe("closing", () => {
  it("finishes what is under way, refuses what comes after, and keeps no idle connection", async () => {
    const [idle, busy, late] = await Promise.all([dial(), dial(), dial()]);
    idle.send(GOOD);
    await idle.answer();
    busy.send("GET /v0/slow HTTP/1.1\r\nHost: x\r\n\r\n");
    late.send("GET /healthz HTTP/1.1\r\n");
    await arrived;

    const closed = app.close();
    await idle.ended;
    late.send("Host: x\r\n\r\n");
    const refused = await late.answer();
    expectFailure(refused, 503, "unavailable");
    expect(refused.headers).toMatch(/^retry-after: 1$/m);
    release();
    const finished = await busy.answer();
    expect([finished.status, JSON.parse(finished.body).data]).toEqual([200, "done"]);
    for (const { headers } of [refused, finished]) expect(headers).toContain("connection: close");
    await Promise.all([late.ended, busy.ended, closed]);
  });
});
