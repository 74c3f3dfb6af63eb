import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { closingAfterEach, serveHttp, serveRaw, type TestServer } from "./outbound.harness.ts";
import type { OutboundRequest } from "./outbound.ts";

const TEXT = "pong";
const { given, createClient } = closingAfterEach();

/** Asks the server and takes no more than the beginning of its answer. */
function asking({ pair }: TestServer) {
  const client = createClient({ allow: [pair] });
  const request: OutboundRequest = {
    url: new URL(`http://${pair}/`),
    method: "GET",
    maxBytes: 4_096,
    longer: "cut",
    deadlineMs: 2_000,
    redirects: "none",
  };
  return (changes: Partial<OutboundRequest> = {}) => client.request({ ...request, ...changes });
}

describe("an answer whose status alone is needed", () => {
  it("is cut, and its rest is not sent", async () => {
    const chunk = Buffer.alloc(1024 * 1024, "x");
    let sent = 0;
    const server = await given(
      serveHttp((_, response) => {
        response.writeHead(201);
        const pour = () => {
          for (; sent < 1024 && response.write(chunk) && !response.destroyed; sent++);
          response.once("drain", pour);
        };
        pour();
      }),
    );

    const answer = await asking(server)();

    expect([answer.status, new TextDecoder().decode(answer.body)]).toEqual([201, "x".repeat(4_096)]);
    await expect.poll(() => server.connections.every((socket) => socket.closed)).toBe(true);
    expect(sent).toBeLessThan(64);
  });

  it("is read whole when it is as long as what is read, and the connection is kept", async () => {
    const server = await given(serveHttp((_, response) => response.end(TEXT)));
    const ask = asking(server);
    for (let i = 0; i < 2; i += 1) {
      const { body } = await ask({ maxBytes: TEXT.length });
      expect(new TextDecoder().decode(body)).toBe(TEXT);
    }
    expect(server.connections).toHaveLength(1);
  });

  it("loses its body when that is compressed", async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const server = await given(
      serveHttp((_, response) => response.writeHead(202, { "content-encoding": "gzip" }).end(bomb)),
    );
    const answer = await asking(server)();
    expect([answer.status, answer.body.length]).toEqual([202, 0]);
  });

  it("is none when it breaks off", async () => {
    const server = await given(
      serveRaw((socket) => {
        socket.on("data", () => {
          socket.write("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc", () => socket.resetAndDestroy());
        });
      }),
    );
    await expect(asking(server)()).rejects.toMatchObject({ reason: "connect" });
  });

  it("is none when its body does not end in time", async () => {
    const server = await given(serveHttp((_, response) => response.writeHead(200).write("x")));
    await expect(asking(server)({ deadlineMs: 100 })).rejects.toMatchObject({ reason: "timeout" });
  });
});
