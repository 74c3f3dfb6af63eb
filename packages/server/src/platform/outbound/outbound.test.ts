import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import {
  CERTIFICATE,
  closingAfterEach,
  hurriedClock,
  serveHttp,
  serveHttps,
  serveRaw,
  type TestServer,
} from "./outbound.harness.ts";
import {
  type Lookup,
  type Outbound,
  OutboundFailed,
  type OutboundOptions,
  OutboundRefused,
  type OutboundRequest,
} from "./outbound.ts";

const toThisMachine: Lookup = async () => ["127.0.0.1"];
const TEXT = "pong";

const { given, createClient } = closingAfterEach();

function clientFor(allow: readonly string[], options: Partial<OutboundOptions> = {}): Outbound {
  return createClient({ allow, lookup: toThisMachine, ...options });
}

const defaults = { method: "GET", maxBytes: 65_536, deadlineMs: 2_000, redirects: "none" } as const;

function get(client: Outbound, url: string, changes: Partial<OutboundRequest> = {}, signal?: AbortSignal) {
  return client.request({ ...defaults, url: new URL(url), ...changes }, signal);
}

/** Why a call to the server fails, and how long that took. */
async function failureOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => "it succeeded",
    (thrown: unknown) => thrown,
  );
  if (error instanceof OutboundFailed) return error.reason;
  if (error instanceof OutboundRefused) return `refused: ${error.reason}`;
  throw error;
}

describe("a call", () => {
  it("sends what it was given and returns the answer", async () => {
    const received: unknown[] = [];
    const server = await given(
      serveHttp(async (request, response) => {
        let body = "";
        for await (const chunk of request) body += chunk;
        const { host, "x-id": id, "accept-encoding": encoding } = request.headers;
        received.push([request.method, request.url, host, id, encoding, body]);
        response.writeHead(202, { "X-Seen": ["a", "b"] }).end(TEXT);
      }),
    );
    const client = clientFor([server.pair]);
    const url = `http://${server.pair}/hook?x=1#fragment`;

    const answer = await get(client, url, { method: "POST", headers: { "x-id": "7" }, body: '{"a":1}' });

    expect(answer.status).toBe(202);
    expect(answer.headers.get("x-seen")).toBe("a, b");
    expect(new TextDecoder().decode(answer.body)).toBe(TEXT);
    expect(received).toEqual([["POST", "/hook?x=1", server.pair, "7", "identity", '{"a":1}']]);
    expect(client.allows(server.pair)).toBe(true);
    expect(client.allows("127.0.0.1:443")).toBe(false);
  });

  it("returns the last answer when hints came before it", async () => {
    const server = await given(
      serveRaw((socket) => {
        const hints = "HTTP/1.1 103 Early Hints\r\ncontent-encoding: gzip\r\n\r\n";
        socket.once("data", () => socket.write(`${hints}HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\npong`));
      }),
    );
    const { status, body } = await get(clientFor([server.pair]), `http://${server.pair}/`);
    expect([status, new TextDecoder().decode(body)]).toEqual([200, "pong"]);
  });

  it("checks the certificate, and for the name that was called", async () => {
    const server = await given(serveHttps((_, response) => response.end(TEXT)));
    const allow = ["shop.test", "evil.test", "127.0.0.1"].map((host) => `${host}:${server.port}`);
    const trusting = clientFor(allow, { ca: CERTIFICATE });

    expect((await get(trusting, `https://shop.test:${server.port}/`)).status).toBe(200);
    expect((await get(trusting, `https://127.0.0.1:${server.port}/`)).status).toBe(200);
    expect(await failureOf(get(trusting, `https://evil.test:${server.port}/`))).toBe("tls");
    expect(await failureOf(get(clientFor(allow), `https://shop.test:${server.port}/`))).toBe("tls");
  });

  it("keeps a connection for its origin and for no other", async () => {
    const seen: string[] = [];
    const server = await given(
      serveHttp((request, response) => {
        seen.push(`${request.headers.host?.split(":")[0]} ${request.socket.remotePort}`);
        response.end();
      }),
    );
    const client = clientFor([`shop.test:${server.port}`, `other.test:${server.port}`]);
    for (const host of ["shop.test", "shop.test", "other.test", "shop.test"])
      await get(client, `http://${host}:${server.port}/`);

    const [first, second, other, third] = seen;
    expect([second, third]).toEqual([first, first]);
    expect(other?.split(" ")[1]).not.toBe(first?.split(" ")[1]);
    expect(server.connections).toHaveLength(2);
  });

  it("waits for its turn when many go to one host, and all are answered", async () => {
    const server = await given(serveHttp((_, response) => setTimeout(() => response.end(TEXT), 5)));
    const client = clientFor([server.pair]);
    const answers = await Promise.all(Array.from({ length: 100 }, () => get(client, `http://${server.pair}/`)));
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    expect(server.connections.length).toBeLessThanOrEqual(16);
  });
});

describe("an address that may not be called", () => {
  it.each([
    "http://example.com/",
    "https://example.com:8443/",
    "https://user:password@example.com/",
    "https://2130706433/",
    "https://[::ffff:127.0.0.1]/",
    "https://example.com./",
  ])("is refused without a look-up: %s", async (url) => {
    const lookup: Lookup = () => Promise.reject(new Error("no name was to be looked up"));
    await expect(get(clientFor([], { lookup }), url)).rejects.toThrow(OutboundRefused);
  });

  it.each([
    ["127.0.0.1"],
    ["10.0.0.1"],
    ["192.0.2.1"],
    ["198.51.100.7"],
    ["::1"],
    ["64:ff9b::7f00:1"],
    ["8.8.8.8", "127.0.0.1"],
  ])("is refused when its name leads to %s", async (...addresses) => {
    const client = clientFor([], { lookup: async () => addresses });
    await expect(get(client, "https://example.com/")).rejects.toThrow(OutboundRefused);
  });

  it("is refused when it is our own", async () => {
    const client = clientFor([], { lookup: async () => ["9.9.9.9"], ownAddresses: ["9.9.9.0/24"] });
    await expect(get(client, "https://example.com/")).rejects.toThrow(OutboundRefused);
  });

  it("is refused when it is one of this machine's, which nobody has to name", async () => {
    const client = clientFor([], { lookup: async () => ["9.9.9.9"], machineAddresses: () => ["9.9.9.9"] });
    await expect(get(client, "https://example.com/")).rejects.toThrow(OutboundRefused);
  });

  it("fails with dns when it has none", async () => {
    expect(await failureOf(get(clientFor([], { lookup: async () => [] }), "https://example.com/"))).toBe("dns");
  });
});

describe("a redirect", () => {
  const shop = async (listener: RequestListener) => {
    const server = await given(serveHttps(listener));
    const origin = `https://shop.test:${server.port}`;
    return {
      origin,
      client: clientFor([`shop.test:${server.port}`, `other.test:${server.port}`], { ca: CERTIFICATE }),
    };
  };
  const to = (location: string | undefined): RequestListener => {
    const headers = location === undefined ? {} : { location };
    return (request, response) =>
      request.url === "/end" ? response.end(TEXT) : response.writeHead(302, headers).end();
  };

  it.each(["/end", "https://SHOP.test:PORT/end", "end#x"])(
    "to %s on the same host is followed once",
    async (location) => {
      const { origin, client } = await shop((request, response) =>
        to(location.replace("PORT", String(request.socket.localPort)))(request, response),
      );
      const answer = await get(client, `${origin}/start`, { redirects: "one-same-host" });
      expect(new TextDecoder().decode(answer.body)).toBe(TEXT);
    },
  );

  it.each<[string, string | undefined, Partial<OutboundRequest>, string]>([
    ["that is not wanted", "/end", { redirects: "none" }, "redirect"],
    ["of a POST", "/end", { method: "POST" }, "redirect"],
    ["to another host", "https://other.test/end", {}, "redirect"],
    ["to a private address", "https://127.0.0.1/end", {}, "redirect"],
    ["to a private address in hex", "https://0x7f000001/end", {}, "redirect"],
    ["to http", "http://shop.test/end", {}, "redirect"],
    ["to a file", "file:///etc/passwd", {}, "redirect"],
    ["that repeats", "/again", {}, "redirect"],
    ["without a place", undefined, {}, "redirect"],
    ["to nonsense", "https://", {}, "redirect"],
    ["to another port", "https://shop.test:22/", {}, "refused: port"],
    ["with a password", "https://a:b@shop.test/end", {}, "refused: userinfo"],
  ])("%s fails", async (_, location, changes, failure) => {
    const { origin, client } = await shop(to(location));
    expect(await failureOf(get(client, `${origin}/start`, { redirects: "one-same-host", ...changes }))).toBe(failure);
  });

  it("shares the deadline with what it leads to", async () => {
    const { origin, client } = await shop((request, response) => {
      setTimeout(() => to("/end")(request, response), 150);
    });
    const call = get(client, `${origin}/start`, { redirects: "one-same-host", deadlineMs: 250 });
    expect(await failureOf(call)).toBe("timeout");
  });
});

describe("a hostile server", () => {
  const raw = (onData: (socket: Socket) => void) =>
    given(serveRaw((socket) => socket.once("data", () => onData(socket))));
  const http = (listener: (request: IncomingMessage, response: ServerResponse) => void) => given(serveHttp(listener));
  const head = "HTTP/1.1 200 OK\r\n";

  async function failureWith(server: TestServer, changes: Partial<OutboundRequest> = {}): Promise<string> {
    const failure = await failureOf(get(clientFor([server.pair]), `http://${server.pair}/`, changes));
    await expect.poll(() => server.connections.every((socket) => socket.closed)).toBe(true);
    return failure;
  }

  it("does not fill us with a body of 1 GB", async () => {
    const chunk = Buffer.alloc(1024 * 1024);
    let sent = 0;
    const server = await http((_, response) => {
      const pour = () => {
        for (; sent < 1024 && response.write(chunk) && !response.destroyed; sent++);
        response.once("drain", pour);
      };
      pour();
    });
    expect(await failureWith(server)).toBe("too_large");
    expect(sent).toBeLessThan(64);
  });

  it("does not even begin to when it says so before", async () => {
    const server = await http((_, response) => response.writeHead(200, { "content-length": 2 ** 30 }).write("x"));
    expect(await failureWith(server)).toBe("too_large");
  });

  it("is read to the last byte that was allowed, not one more", async () => {
    const server = await http((request, response) => {
      response.write("x".repeat(50_000));
      response.end("x".repeat(request.url === "/exact" ? 15_536 : 15_537));
    });
    const client = clientFor([server.pair]);
    expect((await get(client, `http://${server.pair}/exact`)).body).toHaveLength(65_536);
    expect(await failureOf(get(client, `http://${server.pair}/more`))).toBe("too_large");
  });

  it("cannot hide a large body in a small one", async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const server = await http((_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb));
    expect(await failureOf(get(clientFor([server.pair]), `http://${server.pair}/`))).toBe("protocol");
  });

  it.each<[string, (socket: Socket) => void]>([
    ["says nothing", () => undefined],
    [
      "drips a byte at a time",
      (socket) => {
        socket.write(`${head}content-length: 1000\r\n\r\n`);
        const drip = setInterval(() => socket.write("x"), 20);
        socket.on("close", () => clearInterval(drip));
      },
    ],
    [
      "drips its headers",
      (socket) => {
        socket.write(head);
        const drip = setInterval(() => socket.write("x: y\r\n"), 20);
        socket.on("close", () => clearInterval(drip));
      },
    ],
    [
      "says again and again that it will go on",
      (socket) => {
        const drip = setInterval(() => socket.write("HTTP/1.1 103 Early Hints\r\n\r\n"), 20);
        socket.on("close", () => clearInterval(drip));
      },
    ],
  ])("that %s is left at the deadline", async (_, onData) => {
    expect(await failureWith(await raw(onData), { deadlineMs: 200 })).toBe("timeout"); // it goes on for ever
  });

  it.each<[string, string, (socket: Socket) => void]>([
    ["resets the connection", "connect", (socket) => socket.resetAndDestroy()],
    ["closes without an answer", "connect", (socket) => socket.end()],
    [
      "resets in the middle of the body",
      "connect",
      (socket) => {
        socket.write(`${head}content-length: 1000\r\n\r\nx`, () => setTimeout(() => socket.resetAndDestroy(), 20));
      },
    ],
    ["breaks off the body", "connect", (socket) => socket.end(`${head}content-length: 1000\r\n\r\nx`)],
    ["floods with headers", "too_large", (socket) => socket.write(head + "x-flood: y\r\n".repeat(100_000))],
    ["sends one header that never ends", "too_large", (socket) => socket.write(`${head}x: ${"y".repeat(1_000_000)}`)],
    ["speaks another language", "protocol", (socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n")],
    [
      "disagrees with itself about the length",
      "protocol",
      (socket) => socket.end(`${head}content-length: 1\r\ncontent-length: 2\r\n\r\nxx`),
    ],
  ])("that %s fails with %s", async (_, reason, onData) => {
    expect(await failureWith(await raw(onData))).toBe(reason);
  });

  it("that is not there fails with connect", async () => {
    const server = await serveHttp(() => undefined);
    await server.close();
    expect(await failureOf(get(clientFor([server.pair]), `http://${server.pair}/`))).toBe("connect");
  });

  it("that lets the handshake hang fails with connect, before the deadline", async () => {
    const server = await raw(() => undefined);
    const client = clientFor([server.pair], { clock: hurriedClock });
    expect(await failureOf(get(client, `https://${server.pair}/`, { deadlineMs: 60_000 }))).toBe("connect");
  });

  it("that speaks no TLS fails with tls", async () => {
    const server = await http((_, response) => response.end());
    expect(await failureOf(get(clientFor([server.pair]), `https://${server.pair}/`))).toBe("tls");
  });

  it("does not keep others waiting: at the deadline the next request goes out", async () => {
    let silent = true;
    const server = await http((_, response) => void (silent || response.end(TEXT)));
    const client = clientFor([server.pair]);
    const calls = Array.from({ length: 40 }, () =>
      failureOf(get(client, `http://${server.pair}/`, { deadlineMs: 200 })),
    );
    expect(new Set(await Promise.all(calls))).toEqual(new Set(["timeout"]));
    silent = false;
    expect((await get(client, `http://${server.pair}/`)).status).toBe(200);
  });
});

describe("a call that is no longer wanted", () => {
  it("ends immediately and closes the connection", async () => {
    const server = await given(serveHttp(() => controller.abort()));
    const controller = new AbortController();
    const client = clientFor([server.pair]);
    expect(await failureOf(get(client, `http://${server.pair}/`, {}, controller.signal))).toBe("aborted");
    await expect.poll(() => server.connections.map((socket) => socket.closed)).toEqual([true]);
  });

  it("is not begun when that is known before", async () => {
    const server = await given(serveHttp((_, response) => response.end()));
    const client = clientFor([server.pair]);
    expect(await failureOf(get(client, `http://${server.pair}/`, {}, AbortSignal.abort()))).toBe("aborted");
    expect(server.connections).toHaveLength(0);
  });

  it("ends while the name is looked up", async () => {
    const controller = new AbortController();
    const lookup: Lookup = () => {
      controller.abort();
      return new Promise(() => undefined);
    };
    const call = get(clientFor([], { lookup }), "https://example.com/", {}, controller.signal);
    expect(await failureOf(call)).toBe("aborted");
  });

  it("fails with aborted when the client is closed", async () => {
    const server = await given(serveHttp(() => void client.close()));
    const client = clientFor([server.pair]);
    expect(await failureOf(get(client, `http://${server.pair}/`))).toBe("aborted");
  });
});
